package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;

/**
 * A checkpoint on a server.
 *
 * @param madeMillis when it was created, ms since the epoch by the server's clock
 * @param bytes its size, much of which may be shared with the store and other checkpoints
 * @param path its directory on the server's machine
 */
public record CheckpointInfo(String name, long madeMillis, long bytes, String path) {
  static final Codec<CheckpointInfo> CODEC =
      Codec.of(CheckpointInfo.class, TEXT, VARLONG, VARLONG, TEXT);
}
