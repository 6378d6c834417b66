package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.FILE_SYSTEM;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.volume.FileSystemId;

/** Requests a server's share of statfs(2). */
public record StatFsRequest() implements Request<StatFsRequest.StatFsResult> {
  static final Codec<StatFsRequest> CODEC = Codec.of(StatFsRequest.class);

  public static final Opcode<StatFsResult> OPCODE =
      Opcode.of(10, "STATFS", CODEC, StatFsResult.CODEC);

  /**
   * The capacity and usage of a server's store.
   *
   * @param entries an estimate of the entries on the server
   * @param totalBytes size of the file system that holds the server's store
   * @param freeBytes free space on it that the server can use
   * @param reservedBytes free space that the server cannot use
   * @param usedBytes space that the store uses
   * @param fileSystem identifies that file system
   */
  public record StatFsResult(
      long entries,
      long totalBytes,
      long freeBytes,
      long reservedBytes,
      long usedBytes,
      FileSystemId fileSystem)
      implements Result {
    public static final Codec<StatFsResult> CODEC =
        Codec.of(StatFsResult.class, VARLONG, VARLONG, VARLONG, VARLONG, VARLONG, FILE_SYSTEM);
  }
}
