package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.ATTRIBUTES;
import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.MODE;
import static io.gigafs.protocol.Elements.MUTATION_HEAD;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Creates or truncates a file, writes it and closes it, in one request. Only done if the name is
 * free or refers to a regular file that is not open, and the server stores the bytes inline before
 * and after.
 *
 * @param mode permission bits of a created file (07777), the umask already applied
 * @param bytes the whole content of the file
 * @param sync whether the answer waits until the file is durable
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record WriteFileRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    int mode,
    byte[] bytes,
    boolean sync)
    implements Mutation<WriteFileRequest.WriteFileResult> {
  static final Codec<WriteFileRequest> CODEC =
      Codec.of(WriteFileRequest.class, MUTATION_HEAD, MODE, BYTES, FLAG)
          .byHand(WriteFileRequest::write, WriteFileRequest::read);

  public static final Opcode<WriteFileResult> OPCODE =
      Opcode.of(51, "WRITE_FILE", CODEC, WriteFileResult.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(RequestDigest.mix(1, mode), bytes);
  }

  void write(WireWriter out) {
    out.inode(directory)
        .partition(partition)
        .caller(caller)
        .sequence(sequence)
        .name(name)
        .mode(mode)
        .bytes(bytes)
        .flag(sync);
  }

  static WriteFileRequest read(WireReader in) {
    return new WriteFileRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        in.mode(),
        in.bytes(),
        in.flag());
  }

  /**
   * The result of writing a whole file in one request.
   *
   * @param written the file's attributes afterwards; null if nothing was done, because the file has
   *     to be opened for that
   */
  public record WriteFileResult(@Nullable FileAttributes written) implements Result {
    public static final Codec<WriteFileResult> CODEC =
        Codec.of(WriteFileResult.class, optional(ATTRIBUTES))
            .byHand(WriteFileResult::write, WriteFileResult::read);

    void write(WireWriter out) {
      out.flag(written != null);
      if (written != null) {
        out.attributes(written);
      }
    }

    static WriteFileResult read(WireReader in) {
      return new WriteFileResult(in.flag() ? in.attributes() : null);
    }
  }
}
