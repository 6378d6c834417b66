package io.gigafs.protocol.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          70,
          "INSTALL_CHUNK",
          Codec.of(
              InstallChunkRequest.class, InstallChunkRequest::write, InstallChunkRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory)
        .partition(partition)
        .int64(transaction)
        .count(file)
        .text(family)
        .varlong(offset)
        .bytes(bytes);
  }

  static InstallChunkRequest read(WireReader in) {
    return new InstallChunkRequest(
        in.inode(), in.partition(), in.int64(), in.count(), in.text(), in.size(), in.bytes());
  }
}
