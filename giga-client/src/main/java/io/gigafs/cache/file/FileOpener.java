package io.gigafs.cache.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/** Opens files; tests use it to inject disk failures. Safe for use by several threads. */
@FunctionalInterface
public interface FileOpener {
  FileChannel open(Path file, OpenOption... options) throws IOException;
}
