package io.gigafs.cache.segment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/** How the store opens its files: where tests have a disk fail. Safe for use by several threads. */
@FunctionalInterface
interface FileOpener {
  FileChannel open(Path file, OpenOption... options) throws IOException;
}
