package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.netty.buffer.Unpooled;

/**
 * Regular files of no bytes that pipelined creates have made, alike but for their inode ids: the
 * {@link EntryResult} of each, without an object for each. Filled by one thread, and not changed
 * any more once others have it.
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
   * None yet.
   *
   * @param mode permission bits (07777)
   * @param nanos all their times, ns since the epoch
   * @param most so many are added at most
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
   * @param create which of the pipelined creates made it
   * @param number which mutation of its client that was; less than 2^31 from the first one's
   * @param digest as of {@link RequestDigest#ofEntry}
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

  /** How many there are. */
  public int count() {
    return count;
  }

  /** Which of the creates made a file. */
  public int which(int i) {
    return which[i];
  }

  /** Which mutation of its client made a file. */
  public long number(int i) {
    return firstNumber + differences[i];
  }

  /** As of {@link RequestDigest#ofEntry}. */
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

  /** What the create of one of them comes to. */
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

  /** Likewise as an {@link EntryResult} is written. */
  void writeResult(int i, WireWriter out) {
    FileAttributes.write(
        out, inodes[i], FileType.REGULAR, mode, uid, gid, 0, 1, nanos, nanos, nanos, 0, nanos, 0);
  }

  /**
   * Writes some of them, from one to before another: what they have in common once, and of each
   * what its number and inode id are more than those of the one before it.
   */
  void write(int from, int to, WireWriter out) {
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
   * Those that a {@link ResultWriter} wrote.
   *
   * @throws ProtocolException if the bytes are no such files
   */
  public static MadeFiles decode(byte[] encoded) {
    WireReader in = new WireReader();
    in.reset(Unpooled.wrappedBuffer(encoded), encoded.length);
    return read(in);
  }
}
