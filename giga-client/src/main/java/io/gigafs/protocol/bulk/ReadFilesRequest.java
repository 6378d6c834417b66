package io.gigafs.protocol.bulk;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * Reads many files with inline data of one partition, those that the caller has permission to read.
 *
 * @param maxBytes the maximum number of file bytes in the answer; the first file is always included
 */
public record ReadFilesRequest(
    InodeId directory, PartitionIndex partition, Caller caller, List<Name> names, int maxBytes)
    implements PartitionRequest<ReadFilesResult> {
  static final Codec<ReadFilesRequest> CODEC =
      Codec.byHand(ReadFilesRequest.class, ReadFilesRequest::write, ReadFilesRequest::read);

  public static final Opcode<ReadFilesResult> OPCODE =
      Opcode.of(53, "READ_FILES", CODEC, ReadFilesResult.CODEC);

  private static final int MIN_NAME_BYTES = 2;

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).count(maxBytes).count(names.size());
    names.forEach(out::name);
  }

  static ReadFilesRequest read(WireReader in) {
    InodeId directory = in.inode();
    PartitionIndex partition = in.partition();
    Caller caller = in.caller();
    int maxBytes = in.count();
    Name[] names = new Name[in.count(Limits.MAX_BULK, MIN_NAME_BYTES)];
    for (int i = 0; i < names.length; i++) {
      names[i] = in.name();
    }
    return new ReadFilesRequest(directory, partition, caller, List.of(names), maxBytes);
  }
}
