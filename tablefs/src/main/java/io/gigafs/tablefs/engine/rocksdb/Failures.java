package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Turns failures of RocksDB into failures of the store. */
final class Failures {
  private Failures() {}

  static StoreException of(Path directory, String what, RocksDBException cause) {
    Status status = cause.getStatus();
    boolean full = status != null && status.getSubCode() == Status.SubCode.NoSpace;
    return full
        ? new StoreException(
            Kind.NO_SPACE, directory + ": " + what + ": the disk is full; free space on it", cause)
        : new StoreException(Kind.IO, directory + ": " + what + ": " + cause.getMessage(), cause);
  }
}
