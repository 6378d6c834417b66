package io.gigafs.protocol.cluster;

import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * A checkpoint on a server.
 *
 * @param madeMillis when it was created, ms since the epoch by the server's clock
 * @param bytes its size, much of which may be shared with the store and other checkpoints
 * @param path its directory on the server's machine
 */
public record CheckpointInfo(String name, long madeMillis, long bytes, String path) {
  /** The minimum encoded size: two lengths, time, size. */
  static final int MIN_BYTES = 1 + 1 + 1 + 1;

  void write(WireWriter out) {
    out.text(name).varlong(madeMillis).varlong(bytes).text(path);
  }

  static CheckpointInfo read(WireReader in) {
    return new CheckpointInfo(in.text(), in.varlong(), in.varlong(), in.text());
  }
}
