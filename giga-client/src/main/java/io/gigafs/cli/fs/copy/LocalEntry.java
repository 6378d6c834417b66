package io.gigafs.cli.fs.copy;

import io.gigafs.cli.data.LocalStatus;
import io.gigafs.protocol.FileAttributes;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
