package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT32;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.SERVER;
import static io.gigafs.protocol.Elements.SIZE;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result.Empty;
import java.util.List;

/**
 * Makes the owner of a child partition copy an upload's files from the cluster's transfer
 * directory, as an alternative to chunks. It answers when it has all of them, or refuses and
 * retains none. Idempotent, with the same answer.
 *
 * @param partition the child
 * @param transaction the split, which identifies the upload and the folder
 * @param sender the server whose folder contains that of the upload
 * @param files numbered from 0, in this order
 */
public record InstallFilesRequest(
    InodeId directory,
    PartitionIndex partition,
    long transaction,
    ServerId sender,
    List<TransferFile> files)
    implements PartitionRequest<Empty> {
  static final Codec<InstallFilesRequest> CODEC =
      Codec.of(InstallFilesRequest.class, HEAD, INT64, SERVER, listOf(TransferFile.CODEC));

  public static final Opcode<Empty> OPCODE = Opcode.of(84, "INSTALL_FILES", CODEC, Empty.CODEC);

  public InstallFilesRequest {
    files = List.copyOf(files);
  }

  /**
   * A file of a partition's rows in the cluster's transfer directory.
   *
   * @param family the kind of rows in it
   * @param size bytes
   * @param checksum CRC-32C of the bytes
   */
  public record TransferFile(String family, long size, int checksum) {
    static final Codec<TransferFile> CODEC = Codec.of(TransferFile.class, TEXT, SIZE, INT32);
  }
}
