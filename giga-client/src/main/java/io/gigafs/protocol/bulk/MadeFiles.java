package io.gigafs.protocol.bulk;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.DeltaVarints;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.netty.buffer.Unpooled;

/**
 * Empty regular files that pipelined creates have created, equal except for their inode ids:
 * represents the {@link EntryResult} of each without an object for each. Filled by one thread, and
 * immutable after its publication.
 */
public final class MadeFiles {
  private final int mode;
  private final int uid;
  private final int gid;
  private final long nanos;
  private final int[] which;
  private final int[] differences;
  private final long[] inodes;
  private final short[] digests;
  private long firstNumber;
  private int count;

  /**
   * Creates an empty collection.
   *
   * @param mode permission bits (07777)
   * @param nanos all their times, ns since the epoch
   * @param most the maximum number of files
   */
  public MadeFiles(int mode, int uid, int gid, long nanos, int most) {
    this.mode = mode;
    this.uid = uid;
    this.gid = gid;
    this.nanos = nanos;
    this.which = new int[most];
    this.differences = new int[most];
    this.inodes = new long[most];
    this.digests = new short[most];
  }

  /**
   * Adds a file.
   *
   * @param create the index of the pipelined create that created it
   * @param number the sequence number of that mutation; less than 2^31 above the first one
   * @param digest from {@link RequestDigest#ofEntry}
   */
  public void add(int create, long number, long inode, short digest) {
    digests[count] = digest;
    which[count] = create;
    if (count == 0) {
      firstNumber = number;
    }
    differences[count] = Math.toIntExact(number - firstNumber);
    inodes[count] = inode;
    count++;
  }

  public int count() {
    return count;
  }

  /** The index of the create that created a file. */
  public int which(int i) {
    return which[i];
  }

  /** The sequence number of the mutation that created a file. */
  public long number(int i) {
    return firstNumber + differences[i];
  }

  /** The digest from {@link RequestDigest#ofEntry}. */
  public short digest(int i) {
    return digests[i];
  }

  public long inode(int i) {
    return inodes[i];
  }

  /** Permission bits (07777). */
  public int mode() {
    return mode;
  }

  public int gid() {
    return gid;
  }

  /** The result of the create of a file. */
  public EntryResult result(int i) {
    return new EntryResult(
        new FileAttributes(
            new InodeId(inodes[i]),
            FileType.REGULAR,
            mode,
            uid,
            gid,
            0,
            1,
            nanos,
            nanos,
            nanos,
            0,
            nanos,
            0));
  }

  /** Writes the same in the encoding of an {@link EntryResult}. */
  public void writeResult(int i, WireWriter out) {
    FileAttributes.write(
        out, inodes[i], FileType.REGULAR, mode, uid, gid, 0, 1, nanos, nanos, nanos, 0, nanos, 0);
  }

  /**
   * Writes the files in [from, to): once what they have in common, and for each the differences of
   * its number and inode id from those of the previous one.
   */
  public void write(int from, int to, WireWriter out) {
    out.mode(mode).varint(uid).varint(gid).int64(nanos).count(to - from);
    long number = 0;
    long inode = 0;
    for (int i = from; i < to; i++) {
      out.difference(number, number(i)).difference(inode, inodes[i]).int16(digests[i]);
      number = number(i);
      inode = inodes[i];
    }
  }

  static MadeFiles read(WireReader in) {
    int mode = in.mode();
    int uid = in.varint();
    int gid = in.varint();
    long nanos = in.int64();
    MadeFiles made = new MadeFiles(mode, uid, gid, nanos, in.count(Integer.MAX_VALUE, 1 + 1 + 2));
    long number = 0;
    long inode = 0;
    for (int i = 0; i < made.which.length; i++) {
      number = in.difference(number);
      inode = in.difference(inode);
      if (i > 0 && !DeltaVarints.areNear(made.firstNumber, number)) {
        throw new ProtocolException("mutations " + made.firstNumber + " and " + number + " in one");
      }
      made.add(i, number, inode, (short) in.int16());
    }
    return made;
  }

  /**
   * Decodes files that a {@code ResultWriter} wrote.
   *
   * @throws ProtocolException if the bytes are invalid
   */
  public static MadeFiles decode(byte[] encoded) {
    WireReader in = new WireReader();
    in.reset(Unpooled.wrappedBuffer(encoded), encoded.length);
    return read(in);
  }
}
