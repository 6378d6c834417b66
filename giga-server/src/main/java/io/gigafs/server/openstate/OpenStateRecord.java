package io.gigafs.server.openstate;

import io.gigafs.protocol.file.LockType;
import io.gigafs.server.openstate.RangeLock.LockOwner;
import io.gigafs.volume.DataLocation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The open state that one session has on one file, as a row of the store. Immutable.
 *
 * <pre>
 * row    = u8 version (2), u64 inode, u32 handles, handle*, range*
 * handle = u64 number, u64 client, u32 uid, u8 bits (1 reads, 2 writes, 4 shared flock, 8 exclusive flock, 16 fills an
 *          object, 32 has a grant, 64 appends), u16 length and location of that object if it fills one, u64 up
 *          to where it may write if it has a grant
 * range  = u64 owner, u8 type, u64 first, u64 last
 * </pre>
 *
 * <p>In version 1 handles have neither client nor uid.
 *
 * <p>The row's key is that of the file's entry, a NUL, and the session, 8 bytes.
 */
public record OpenStateRecord(long inode, Collection<OpenHandle> handles, List<RangeLock> ranges) {
  private static final int VERSION = 2;
  private static final int WITHOUT_OPENERS = 1;
  private static final int READS = 1;
  private static final int WRITES = 2;
  private static final int SHARED = 4;
  private static final int EXCLUSIVE = 8;
  private static final int FILLS = 16;
  private static final int GRANTED = 32;
  private static final int APPENDS = 64;
  private static final int HEADER_BYTES = 1 + Long.BYTES + Integer.BYTES;
  private static final int HANDLE_BYTES = 2 * Long.BYTES + Integer.BYTES + 1;
  private static final int RANGE_BYTES = 3 * Long.BYTES + 1;

  public OpenStateRecord {
    handles = List.copyOf(handles);
    ranges = List.copyOf(ranges);
  }

  /** The part of a row's key that holds the session. */
  static byte[] subkey(long session) {
    byte[] subkey = new byte[Long.BYTES];
    Unpooled.wrappedBuffer(subkey).setLong(0, session);
    return subkey;
  }

  /** Decodes the session from the part that {@link #subkey} made. */
  public static long session(byte[] subkey) {
    if (subkey.length != Long.BYTES) {
      throw new IllegalArgumentException(
          "a session has " + Long.BYTES + " bytes, not " + subkey.length);
    }
    return Unpooled.wrappedBuffer(subkey).getLong(0);
  }

  byte[] encode() {
    ByteBuf out =
        Unpooled.buffer(HEADER_BYTES + handles.size() * HANDLE_BYTES + ranges.size() * RANGE_BYTES);
    out.writeByte(VERSION).writeLong(inode).writeInt(handles.size());
    for (OpenHandle handle : handles) {
      out.writeLong(handle.number())
          .writeLong(handle.opener().client())
          .writeInt(handle.opener().uid())
          .writeByte(bits(handle));
      DataLocation placed = handle.placed();
      if (placed != null) {
        byte[] location = placed.encode();
        out.writeShort(location.length).writeBytes(location);
      }
      if (handle.granted() != 0) {
        out.writeLong(handle.granted());
      }
    }
    for (RangeLock range : ranges) {
      out.writeLong(range.owner().owner())
          .writeByte(range.type().code())
          .writeLong(range.first())
          .writeLong(range.last());
    }
    return Arrays.copyOf(out.array(), out.writerIndex());
  }

  private static int bits(OpenHandle handle) {
    LockType flock = handle.flock();
    return (handle.reads() ? READS : 0)
        | (handle.writes() ? WRITES : 0)
        | (handle.appends() ? APPENDS : 0)
        | (flock == LockType.SHARED ? SHARED : 0)
        | (flock == LockType.EXCLUSIVE ? EXCLUSIVE : 0)
        | (handle.placed() == null ? 0 : FILLS)
        | (handle.granted() == 0 ? 0 : GRANTED);
  }

  /**
   * Decodes a row of a session.
   *
   * @throws IllegalArgumentException if this version does not know the format
   */
  public static OpenStateRecord decode(long session, byte[] encoded) {
    try {
      ByteBuf in = Unpooled.wrappedBuffer(encoded);
      int version = in.readUnsignedByte();
      if (version != VERSION && version != WITHOUT_OPENERS) {
        throw new IllegalArgumentException("open state of unknown version " + version);
      }
      long inode = in.readLong();
      List<OpenHandle> handles = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        long number = in.readLong();
        OpenHandle.Opener opener =
            version == WITHOUT_OPENERS
                ? OpenHandle.Opener.UNKNOWN
                : new OpenHandle.Opener(in.readLong(), in.readInt());
        handles.add(handle(number, opener, in.readUnsignedByte(), in));
      }
      List<RangeLock> ranges = new ArrayList<>();
      while (in.isReadable()) {
        ranges.add(
            new RangeLock(
                new LockOwner(session, in.readLong()),
                LockType.ofCode(in.readUnsignedByte()),
                in.readLong(),
                in.readLong()));
      }
      return new OpenStateRecord(inode, handles, ranges);
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("open state is truncated", e);
    }
  }

  private static OpenHandle handle(long number, OpenHandle.Opener opener, int bits, ByteBuf in) {
    LockType flock =
        (bits & EXCLUSIVE) != 0
            ? LockType.EXCLUSIVE
            : (bits & SHARED) != 0 ? LockType.SHARED : null;
    return new OpenHandle(
        number,
        opener,
        (bits & READS) != 0,
        (bits & WRITES) != 0,
        (bits & APPENDS) != 0,
        flock,
        (bits & FILLS) != 0 ? location(in) : null,
        (bits & GRANTED) != 0 ? in.readLong() : 0);
  }

  private static DataLocation location(ByteBuf in) {
    byte[] encoded = new byte[in.readUnsignedShort()];
    in.readBytes(encoded);
    return DataLocation.decode(encoded);
  }
}
