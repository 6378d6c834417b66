package io.gigafs.protocol.file;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Requests the location of a regular file's bytes, for programs that access the volume directly:
 * data path {@code symlink}. From then on size and mtime are those of the object.
 *
 * @param expected the inode that the name must resolve to, otherwise nothing is done and the answer
 *     is ESTALE; null for any
 */
public record ExposeRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    @Nullable InodeId expected)
    implements Mutation<ReadFileResult> {
  public static final Opcode<ReadFileResult> OPCODE =
      Opcode.of(
          47,
          "EXPOSE",
          Codec.of(ExposeRequest.class, ExposeRequest::write, ExposeRequest::read),
          ReadFileResult.CODEC);

  @Override
  public Opcode<ReadFileResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    out.inodeOrNone(expected);
  }

  static ExposeRequest read(WireReader in) {
    return new ExposeRequest(
        in.inode(), in.partition(), in.caller(), in.sequence(), in.name(), in.inodeOrNone());
  }
}
