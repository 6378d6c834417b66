package io.gigafs.protocol.file;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Opens a file, by the rules of open(2). A directory or a symbolic link is not opened but reported,
 * and so is a file with several names, which has to be opened at its inode record.
 *
 * @param session the client's session, which the client renews from before this request on
 * @param handle the number of the handle
 * @param reads whether the handle may read; writes is whether it may write
 * @param creates whether a missing file is created
 * @param exclusive with creates, whether an existing file is an error
 * @param nameless whether to create a file without a name, as with O_TMPFILE: the name of the
 *     request then only selects the partition of the directory, and the handle refers to the file's
 *     inode record. Creates and exclusive are true then
 * @param truncates whether a regular file is truncated to 0
 * @param appends whether the handle writes only at the end of the file
 * @param onlyDirectory whether anything but a directory is an error
 * @param mode permission bits of a created file (07777)
 * @param expected the inode that the name must resolve to, otherwise nothing is done and the answer
 *     is ESTALE; null for any
 */
public record OpenRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    long session,
    long handle,
    boolean reads,
    boolean writes,
    boolean creates,
    boolean exclusive,
    boolean nameless,
    boolean truncates,
    boolean appends,
    boolean onlyDirectory,
    int mode,
    @Nullable InodeId expected)
    implements Mutation<OpenResult> {
  static final Codec<OpenRequest> CODEC =
      Codec.byHand(OpenRequest.class, OpenRequest::write, OpenRequest::read);

  public static final Opcode<OpenResult> OPCODE = Opcode.of(25, "OPEN", CODEC, OpenResult.CODEC);

  private static final int READS = 1;
  private static final int WRITES = 1 << 1;
  private static final int CREATES = 1 << 2;
  private static final int EXCLUSIVE = 1 << 3;
  private static final int TRUNCATES = 1 << 4;
  private static final int ONLY_DIRECTORY = 1 << 5;
  private static final int EXPECTS = 1 << 6;
  private static final int NAMELESS = 1 << 7;
  private static final int APPENDS = 1 << 8;
  private static final int KNOWN = (1 << 9) - 1;

  public OpenRequest {
    creates |= nameless;
    exclusive |= nameless;
  }

  @Override
  public long content() {
    return RequestDigest.mix(RequestDigest.mix(RequestDigest.mix(bits(), session), handle), mode);
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    out.int64(session).varlong(handle).int16(bits()).mode(mode);
    if (expected != null) {
      out.inode(expected);
    }
  }

  private int bits() {
    return (reads ? READS : 0)
        | (writes ? WRITES : 0)
        | (creates ? CREATES : 0)
        | (exclusive ? EXCLUSIVE : 0)
        | (nameless ? NAMELESS : 0)
        | (truncates ? TRUNCATES : 0)
        | (appends ? APPENDS : 0)
        | (onlyDirectory ? ONLY_DIRECTORY : 0)
        | (expected != null ? EXPECTS : 0);
  }

  static OpenRequest read(WireReader in) {
    InodeId directory = in.inode();
    PartitionIndex partition = in.partition();
    Caller caller = in.caller();
    Sequence sequence = in.sequence();
    Name name = in.name();
    long session = in.int64();
    long handle = in.varlong();
    int bits = in.int16();
    if ((bits & ~KNOWN) != 0) {
      throw new ProtocolException("unknown flags of an open " + Integer.toHexString(bits));
    }
    return new OpenRequest(
        directory,
        partition,
        caller,
        sequence,
        name,
        session,
        handle,
        (bits & READS) != 0,
        (bits & WRITES) != 0,
        (bits & CREATES) != 0,
        (bits & EXCLUSIVE) != 0,
        (bits & NAMELESS) != 0,
        (bits & TRUNCATES) != 0,
        (bits & APPENDS) != 0,
        (bits & ONLY_DIRECTORY) != 0,
        in.mode(),
        (bits & EXPECTS) != 0 ? in.inode() : null);
  }
}
