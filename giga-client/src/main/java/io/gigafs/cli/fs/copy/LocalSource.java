package io.gigafs.cli.fs.copy;

import io.gigafs.cli.data.LocalPaths;
import io.gigafs.cli.data.LocalStatus;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.tree.LocalPages;
import io.gigafs.tree.TreeCopy.CopySource;
import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Files of this machine that are copied; links below the top are not followed. */
final class LocalSource implements CopySource<LocalSource.LocalEntry> {
  @Override
  public void list(LocalEntry directory, Pages<LocalEntry> pages) throws IOException {
    LocalPages.list(
        directory.path(),
        (page, last) ->
            pages.take(page.stream().map(path -> new LocalEntry(path, null)).toList(), last));
  }

  @Override
  public LocalEntry resolve(LocalEntry listed) throws IOException {
    return new LocalEntry(listed.path(), LocalStatus.of(listed.path(), LinkOption.NOFOLLOW_LINKS));
  }

  @Override
  public boolean isDirectory(LocalEntry entry) {
    return entry.attributes().isDirectory();
  }

  @Override
  public Name name(LocalEntry file) {
    return Name.of(LocalPaths.name(file.path()));
  }

  /**
   * A file of this machine that is copied.
   *
   * @param status null until it was read
   */
  record LocalEntry(Path path, @Nullable LocalStatus status) {
    LocalStatus known() {
      return Objects.requireNonNull(status, "not read yet");
    }

    FileAttributes attributes() {
      return known().attributes();
    }
  }
}
