package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.NAME_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.NameRequest;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Looks up a file and, if the caller has permission, reads it, without opening it. */
public record ReadFileRequest(InodeId directory, PartitionIndex partition, Caller caller, Name name)
    implements NameRequest<ReadFileResult> {
  static final Codec<ReadFileRequest> CODEC =
      Codec.of(ReadFileRequest.class, NAME_HEAD)
          .byHand(ReadFileRequest::write, ReadFileRequest::read);

  public static final Opcode<ReadFileResult> OPCODE =
      Opcode.of(46, "READ_FILE", CODEC, ReadFileResult.CODEC);

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name);
  }

  static ReadFileRequest read(WireReader in) {
    return new ReadFileRequest(in.inode(), in.partition(), in.caller(), in.name());
  }
}
