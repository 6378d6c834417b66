package io.gigafs.protocol;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import java.util.List;

/**
 * Has the holder of a child partition take an upload's files from the cluster's transfer directory,
 * instead of pieces. It answers when it has them all, or refuses and keeps none. Repeating it
 * changes nothing, and has the same answer.
 *
 * @param partition the child
 * @param transaction the split, which names the upload and the folder
 * @param sender in whose folder that is
 * @param files numbered from 0, in this order
 */
public record InstallFilesRequest(
    InodeId directory,
    PartitionIndex partition,
    long transaction,
    ServerId sender,
    List<TransferFile> files)
    implements PartitionRequest<Empty> {
  public InstallFilesRequest {
    files = List.copyOf(files);
  }

  @Override
  public Opcode<Empty> opcode() {
    return Opcode.INSTALL_FILES;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction).text(sender.value());
    out.count(files.size());
    for (TransferFile file : files) {
      file.write(out);
    }
  }

  static InstallFilesRequest read(WireReader in) {
    return new InstallFilesRequest(
        in.inode(),
        in.partition(),
        in.int64(),
        new ServerId(in.text()),
        in.list(TransferFile.MIN_BYTES, TransferFile::read));
  }
}
