package io.gigafs.tree;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** Lists directories of this machine page by page. Stateless. */
public final class LocalPages {
  private static final int PAGE = 1_000;

  private LocalPages() {}

  /** Lists a directory, in the order of the file system. */
  public static void list(Path directory, TreeSource.Pages<Path> pages) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      Iterator<Path> each = entries.iterator();
      boolean continues = true;
      while (continues && each.hasNext()) {
        List<Path> page = new ArrayList<>();
        while (page.size() < PAGE && each.hasNext()) {
          page.add(each.next());
        }
        continues = pages.take(page, !each.hasNext());
      }
    } catch (DirectoryIteratorException e) {
      throw Objects.requireNonNullElseGet(e.getCause(), () -> new IOException(e));
    }
  }
}
