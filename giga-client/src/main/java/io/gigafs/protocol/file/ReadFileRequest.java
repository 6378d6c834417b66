package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.NAME_HEAD;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.NameRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.namespace.LookupResult;
import org.jspecify.annotations.Nullable;

/** Looks up a file and, if the caller has permission, reads it, without opening it. */
public record ReadFileRequest(InodeId directory, PartitionIndex partition, Caller caller, Name name)
    implements NameRequest<ReadFileRequest.ReadFileResult> {
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

  /**
   * The result of a lookup, with the bytes of the file.
   *
   * @param data null unless it is a regular file that is stored here
   */
  public record ReadFileResult(LookupResult file, @Nullable FileData data) implements Result {
    public static final Codec<ReadFileResult> CODEC =
        Codec.of(ReadFileResult.class, LookupResult.CODEC, optional(FileData.CODEC))
            .byHand(ReadFileResult::write, ReadFileResult::read);

    void write(WireWriter out) {
      LookupResult.CODEC.write(file, out);
      out.flag(data != null);
      if (data != null) {
        data.write(out);
      }
    }

    static ReadFileResult read(WireReader in) {
      return new ReadFileResult(LookupResult.CODEC.read(in), in.flag() ? FileData.read(in) : null);
    }
  }
}
