package io.gigafs.bench.singlenode;

import io.gigafs.load.NumberedNames;
import java.io.File;
import java.io.IOException;

/**
 * A directory of a file system. Each file takes two relevant system calls: open(2) with O_CREAT and
 * close(2).
 *
 * @param directory existing directory
 */
record PlainStoreTarget(File directory) implements SingleNodeTarget {
  @Override
  public void create(long from, long to) throws IOException {
    for (long number = from; number < to; number++) {
      File file = new File(directory, NumberedNames.of(number).toString());
      if (!file.createNewFile()) {
        throw new IOException(file + " exists already");
      }
    }
  }
}
