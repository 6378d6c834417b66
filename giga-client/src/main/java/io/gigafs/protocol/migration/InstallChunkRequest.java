package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.SIZE;
import static io.gigafs.protocol.Elements.TEXT;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result.Empty;

/**
 * Uploads a chunk of a file of rows, which a split moves to the owner of the child partition. The
 * first chunk starts the upload.
 *
 * @param partition the child
 * @param transaction the split, which identifies the upload
 * @param file number of the file within the upload, from 0
 * @param family the kind of rows in it
 * @param offset of the chunk in the file, in bytes
 */
public record InstallChunkRequest(
    InodeId directory,
    PartitionIndex partition,
    long transaction,
    int file,
    String family,
    long offset,
    byte[] bytes)
    implements PartitionRequest<Empty> {
  static final Codec<InstallChunkRequest> CODEC =
      Codec.of(InstallChunkRequest.class, HEAD, INT64, COUNT, TEXT, SIZE, BYTES);

  public static final Opcode<Empty> OPCODE = Opcode.of(70, "INSTALL_CHUNK", CODEC, Empty.CODEC);
}
