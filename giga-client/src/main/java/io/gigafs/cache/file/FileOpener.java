package io.gigafs.cache.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/** How files are opened: where tests have a disk fail. Safe for use by several threads. */
@FunctionalInterface
public interface FileOpener {
  FileChannel open(Path file, OpenOption... options) throws IOException;
}
