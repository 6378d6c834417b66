package io.gigafs.protocol.namespace;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * The attributes to change, with their new values; null leaves an attribute unchanged.
 *
 * @param mode permission bits (07777)
 * @param uid {@link #SAME_OWNER} leaves it unchanged, but counts as chown(2), which clears the
 *     set-id bits; so does gid
 * @param size bytes of a regular file: truncate(2)
 * @param accessed the new atime; modified is the new mtime
 * @param changedNanos ctime, ns since the epoch, which no system call sets: only the superuser may,
 *     to restore a file from elsewhere; by default it is the server's time
 * @param flags as in {@link FileAttributes}, only for the superuser
 * @param bornNanos birth time, to restore a file from elsewhere
 */
public record AttributeChange(
    @Nullable Integer mode,
    @Nullable Integer uid,
    @Nullable Integer gid,
    @Nullable Long size,
    @Nullable TimeChange accessed,
    @Nullable TimeChange modified,
    @Nullable Long changedNanos,
    @Nullable Integer flags,
    @Nullable Long bornNanos) {
  public static final Codec<AttributeChange> CODEC =
      Codec.byHand(AttributeChange.class, AttributeChange::write, AttributeChange::read);

  /** A change that leaves flags and birth time. */
  public AttributeChange(
      @Nullable Integer mode,
      @Nullable Integer uid,
      @Nullable Integer gid,
      @Nullable Long size,
      @Nullable TimeChange accessed,
      @Nullable TimeChange modified,
      @Nullable Long changedNanos) {
    this(mode, uid, gid, size, accessed, modified, changedNanos, null, null);
  }

  /**
   * A new time.
   *
   * @param now whether to use the server's time, which a caller with write permission may request;
   *     any other time only the owner may set
   * @param nanos as in {@link io.gigafs.time.FileTimestamp}, 0 with {@code now}
   */
  public record TimeChange(boolean now, long nanos) {
    public static final TimeChange NOW = new TimeChange(true, 0);

    public static TimeChange to(long nanos) {
      return new TimeChange(false, nanos);
    }
  }

  /** No valid id of a user or group: chown(2) interprets it as no change. */
  public static final int SAME_OWNER = -1;

  /** Whether this is a chown(2), even if that leaves the owner unchanged. */
  public boolean changesOwner() {
    return uid != null || gid != null;
  }

  /** The new owner of the file, null if unchanged. */
  public @Nullable Integer newUid() {
    return uid == null || uid == SAME_OWNER ? null : uid;
  }

  /** The new group of the file, null if unchanged. */
  public @Nullable Integer newGid() {
    return gid == null || gid == SAME_OWNER ? null : gid;
  }

  public static AttributeChange ofMode(int mode) {
    return new AttributeChange(mode, null, null, null, null, null, null);
  }

  public static AttributeChange ofOwner(@Nullable Integer uid, @Nullable Integer gid) {
    return new AttributeChange(null, uid, gid, null, null, null, null);
  }

  public static AttributeChange ofTimes(
      @Nullable TimeChange accessed, @Nullable TimeChange modified) {
    return new AttributeChange(null, null, null, null, accessed, modified, null);
  }

  public static AttributeChange ofSize(long size) {
    return new AttributeChange(null, null, null, size, null, null, null);
  }

  public static AttributeChange ofFlags(int flags) {
    return new AttributeChange(null, null, null, null, null, null, null, flags, null);
  }

  /** A copy that leaves the mode unchanged. */
  public AttributeChange withoutMode() {
    return new AttributeChange(
        null, uid, gid, size, accessed, modified, changedNanos, flags, bornNanos);
  }

  /** A copy that leaves the size unchanged. */
  public AttributeChange withoutSize() {
    return new AttributeChange(
        mode, uid, gid, null, accessed, modified, changedNanos, flags, bornNanos);
  }

  /** Sets everything to the attributes of a file from elsewhere; times in ns since the epoch. */
  public static AttributeChange restoring(
      int mode, int uid, int gid, long accessedNanos, long modifiedNanos, long changedNanos) {
    return new AttributeChange(
        mode,
        uid,
        gid,
        null,
        TimeChange.to(accessedNanos),
        TimeChange.to(modifiedNanos),
        changedNanos);
  }

  /** Whether nothing changes, as with utimensat(2) and UTIME_OMIT twice. */
  public boolean isEmpty() {
    return mode == null
        && uid == null
        && gid == null
        && size == null
        && accessed == null
        && modified == null
        && changedNanos == null
        && flags == null
        && bornNanos == null;
  }

  private static final int HAS_MODE = 1;
  private static final int HAS_UID = 1 << 1;
  private static final int HAS_GID = 1 << 2;
  private static final int HAS_ACCESSED = 1 << 3;
  private static final int ACCESSED_NOW = 1 << 4;
  private static final int HAS_MODIFIED = 1 << 5;
  private static final int MODIFIED_NOW = 1 << 6;
  private static final int HAS_CHANGED = 1 << 7;
  private static final int HAS_SIZE = 1 << 8;
  private static final int HAS_FLAGS = 1 << 9;
  private static final int HAS_BORN = 1 << 10;
  private static final int KNOWN = (1 << 11) - 1;

  /** The value for {@link Mutation#content}. */
  public long content() {
    long content = RequestDigest.mix(valueOf(mode), valueOf(uid));
    content = RequestDigest.mix(RequestDigest.mix(content, valueOf(gid)), valueOf(size));
    content = RequestDigest.mix(RequestDigest.mix(content, valueOf(accessed)), valueOf(modified));
    content = RequestDigest.mix(content, valueOf(changedNanos));
    return flags == null && bornNanos == null
        ? content
        : RequestDigest.mix(RequestDigest.mix(content, valueOf(flags)), valueOf(bornNanos));
  }

  private static long valueOf(@Nullable Number value) {
    return value == null ? Long.MIN_VALUE : value.longValue();
  }

  private static long valueOf(@Nullable TimeChange time) {
    return time == null ? Long.MIN_VALUE : time.now() ? Long.MAX_VALUE : time.nanos();
  }

  private void write(WireWriter out) {
    out.varint(
        (mode == null ? 0 : HAS_MODE)
            | (uid == null ? 0 : HAS_UID)
            | (gid == null ? 0 : HAS_GID)
            | timeBits(accessed, HAS_ACCESSED, ACCESSED_NOW)
            | timeBits(modified, HAS_MODIFIED, MODIFIED_NOW)
            | (changedNanos == null ? 0 : HAS_CHANGED)
            | (size == null ? 0 : HAS_SIZE)
            | (flags == null ? 0 : HAS_FLAGS)
            | (bornNanos == null ? 0 : HAS_BORN));
    if (mode != null) {
      out.mode(mode);
    }
    if (uid != null) {
      out.varint(uid);
    }
    if (gid != null) {
      out.varint(gid);
    }
    if (accessed != null && !accessed.now()) {
      out.int64(accessed.nanos());
    }
    if (modified != null && !modified.now()) {
      out.int64(modified.nanos());
    }
    if (changedNanos != null) {
      out.int64(changedNanos);
    }
    if (size != null) {
      out.varlong(size);
    }
    if (flags != null) {
      out.varint(flags);
    }
    if (bornNanos != null) {
      out.int64(bornNanos);
    }
  }

  private static AttributeChange read(WireReader in) {
    int bits = in.varint();
    if ((bits & ~KNOWN) != 0) {
      throw new ProtocolException("unknown attributes to change " + Integer.toHexString(bits));
    }
    Integer mode = (bits & HAS_MODE) == 0 ? null : Integer.valueOf(in.mode());
    Integer uid = (bits & HAS_UID) == 0 ? null : Integer.valueOf(in.varint());
    Integer gid = (bits & HAS_GID) == 0 ? null : Integer.valueOf(in.varint());
    TimeChange accessed = readTime(in, bits, HAS_ACCESSED, ACCESSED_NOW);
    TimeChange modified = readTime(in, bits, HAS_MODIFIED, MODIFIED_NOW);
    Long changed = (bits & HAS_CHANGED) == 0 ? null : Long.valueOf(in.int64());
    // A negative size is decoded, because programs may request it; the answer is EINVAL.
    Long size = (bits & HAS_SIZE) == 0 ? null : Long.valueOf(in.varlong());
    Integer flags =
        (bits & HAS_FLAGS) == 0 ? null : Integer.valueOf(FileAttributes.flags(in.varint()));
    Long born = (bits & HAS_BORN) == 0 ? null : Long.valueOf(in.int64());
    return new AttributeChange(mode, uid, gid, size, accessed, modified, changed, flags, born);
  }

  private static int timeBits(@Nullable TimeChange time, int given, int now) {
    return time == null ? 0 : time.now() ? now : given;
  }

  private static @Nullable TimeChange readTime(WireReader in, int bits, int given, int now) {
    if ((bits & (given | now)) == (given | now)) {
      throw new ProtocolException("a time cannot be both now and explicit");
    }
    if ((bits & now) != 0) {
      return TimeChange.NOW;
    }
    return (bits & given) != 0 ? TimeChange.to(in.int64()) : null;
  }
}
