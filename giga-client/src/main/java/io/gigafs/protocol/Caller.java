package io.gigafs.protocol;

import io.gigafs.access.Identity;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/**
 * The identity on whose behalf an operation is requested: user, group and supplementary groups.
 * Immutable.
 */
public final class Caller implements Identity {
  public static final Caller ROOT = new Caller(0, 0);

  private final int uid;
  private final int gid;
  private final int[] groups;

  public Caller(int uid, int gid, int... groups) {
    this.uid = uid;
    this.gid = gid;
    this.groups = groups.clone();
  }

  @Override
  public int uid() {
    return uid;
  }

  public int gid() {
    return gid;
  }

  /** A copy of the supplementary groups. */
  public int[] groups() {
    return groups.clone();
  }

  @Override
  public boolean isSuperuser() {
    return uid == 0;
  }

  @Override
  public boolean isMemberOf(int group) {
    if (gid == group) {
      return true;
    }
    for (int supplementary : groups) {
      if (supplementary == group) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Caller that
        && uid == that.uid
        && gid == that.gid
        && Arrays.equals(groups, that.groups);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * uid + gid) + Arrays.hashCode(groups);
  }

  @Override
  public String toString() {
    return "uid " + uid + ", gid " + gid + ", groups " + Arrays.toString(groups);
  }

  /** The number of bytes that {@link #write} writes. */
  int encodedBytes() {
    int bytes = WireWriter.bytesOf(uid) + WireWriter.bytesOf(gid);
    for (int group : groups) {
      bytes += WireWriter.bytesOf(group);
    }
    return bytes;
  }

  void write(WireWriter out) {
    if (groups.length > Limits.MAX_GROUPS) {
      throw new IllegalArgumentException(
          "a caller has at most " + Limits.MAX_GROUPS + " groups, not " + groups.length);
    }
    out.varint(uid).varint(gid);
    for (int group : groups) {
      out.varint(group);
    }
  }

  /** Decodes a caller from these bytes, which must contain nothing else. */
  static Caller read(byte[] encoded) {
    WireReader in = new WireReader();
    in.reset(Unpooled.wrappedBuffer(encoded), encoded.length);
    int uid = in.varint();
    int gid = in.varint();
    int[] groups = new int[in.remaining()];
    int count = 0;
    while (in.remaining() > 0) {
      groups[count++] = in.varint();
    }
    if (count > Limits.MAX_GROUPS) {
      throw new ProtocolException("a caller has " + count + " groups");
    }
    return new Caller(uid, gid, Arrays.copyOf(groups, count));
  }
}
