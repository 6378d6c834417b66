package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.FuseSpace;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.time.FileTimestamp;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The answer to a request, in a worker's buffer. For one thread at a time. */
final class KernelReply {
  private static final long NANOS = 1_000_000_000L;

  /** What stat(2) returns, as a mask of statx(2). */
  private static final int BASIC_STATS = 0x7ff;

  /** The creation time in such a mask. */
  private static final int BIRTH_TIME = 0x800;

  /** Attributes of statx(2). */
  private static final long IMMUTABLE_ATTRIBUTE = 0x10;

  private static final long APPEND_ATTRIBUTE = 0x20;
  private static final int BLOCK_BYTES = 4096;
  private static final int MAX_NAME = 255;

  private final FuseDevice device;
  private final ByteBuffer buffer;
  private final long address;
  private final ByteBuffer data;
  private final MountSettings settings;
  private long unique;

  KernelReply(FuseDevice device, Buffers buffers, MountSettings settings) {
    this.device = device;
    this.buffer = buffers.reply;
    this.address = buffers.replyAddress;
    this.data = buffer.duplicate().order(ByteOrder.nativeOrder());
    this.settings = settings;
  }

  void begin(long request) {
    unique = request;
  }

  /** Sends a negative errno, or success without data. */
  boolean status(int result) {
    return send(Math.min(result, 0), 0);
  }

  /** Sends the data that was put; false if the caller is gone. */
  boolean sendBytes(int bytes) {
    return send(0, bytes);
  }

  private boolean send(int error, int bytes) {
    int length = KernelProtocol.OUT_HEADER + bytes;
    buffer.putInt(0, length).putInt(4, error).putLong(8, unique);
    return device.send(address, length) == 0;
  }

  /** A buffer for this many bytes of data, after the header. */
  ByteBuffer data(int bytes) {
    return data.limit(KernelProtocol.OUT_HEADER + bytes).position(KernelProtocol.OUT_HEADER);
  }

  /** How much was put into {@link #data}. */
  int written() {
    return data.position() - KernelProtocol.OUT_HEADER;
  }

  int room() {
    return buffer.capacity() - KernelProtocol.OUT_HEADER;
  }

  KernelReply int32(int offset, int value) {
    buffer.putInt(KernelProtocol.OUT_HEADER + offset, value);
    return this;
  }

  KernelReply int16(int offset, int value) {
    buffer.putShort(KernelProtocol.OUT_HEADER + offset, (short) value);
    return this;
  }

  KernelReply int64(int offset, long value) {
    buffer.putLong(KernelProtocol.OUT_HEADER + offset, value);
    return this;
  }

  KernelReply bytes(int offset, byte[] value) {
    buffer.put(KernelProtocol.OUT_HEADER + offset, value);
    return this;
  }

  /**
   * Puts a name's file and its attributes: {@link KernelProtocol#ENTRY_OUT} and {@link
   * KernelProtocol#ATTR}.
   */
  KernelReply entry(int offset, long number, FuseAttributes attributes) {
    return validity(offset, number, settings.entryTimeoutNanos(), validNanos(attributes))
        .attributes(offset + KernelProtocol.ENTRY_OUT, attributes);
  }

  private long validNanos(FuseAttributes attributes) {
    return attributes.isPassing() ? 0 : settings.attrTimeoutNanos();
  }

  /** Puts that a name does not exist, or in a listing that an entry has no attributes. */
  KernelReply noEntry(int offset, long validNanos) {
    validity(offset, 0, validNanos, 0);
    for (int i = 0; i < KernelProtocol.ATTR; i += Long.BYTES) {
      int64(offset + KernelProtocol.ENTRY_OUT + i, 0);
    }
    return this;
  }

  private KernelReply validity(int offset, long number, long entryNanos, long attrNanos) {
    return int64(offset, number)
        .int64(offset + 8, 0)
        .int64(offset + 16, entryNanos / NANOS)
        .int64(offset + 24, attrNanos / NANOS)
        .int32(offset + 32, (int) (entryNanos % NANOS))
        .int32(offset + 36, (int) (attrNanos % NANOS));
  }

  /** Puts attributes with their cache timeout. */
  KernelReply timedAttributes(int offset, FuseAttributes attributes) {
    long nanos = validNanos(attributes);
    return int64(offset, nanos / NANOS)
        .int32(offset + 8, (int) (nanos % NANOS))
        .int32(offset + 12, 0)
        .attributes(offset + KernelProtocol.ATTR_OUT, attributes);
  }

  /** Puts attributes with their cache timeout, in the form of statx(2). */
  KernelReply extendedAttributes(FuseAttributes from) {
    for (int offset = 0;
        offset < KernelProtocol.STATX_OUT + KernelProtocol.STATX_BYTES;
        offset += Long.BYTES) {
      int64(offset, 0);
    }
    long nanos = validNanos(from);
    int at = KernelProtocol.STATX_OUT;
    int device = (int) from.device();
    return int64(0, nanos / NANOS)
        .int32(8, (int) (nanos % NANOS))
        .int32(at, from.isBorn() ? BASIC_STATS | BIRTH_TIME : BASIC_STATS)
        .int32(at + 4, BLOCK_BYTES)
        .int64(at + 8, flags(from))
        .int64(at + 56, IMMUTABLE_ATTRIBUTE | APPEND_ATTRIBUTE)
        .int32(at + 16, from.links())
        .int32(at + 20, from.uid())
        .int32(at + 24, from.gid())
        .int16(at + 28, from.mode())
        .int64(at + 32, from.inode())
        .int64(at + 40, from.size())
        .int64(at + 48, from.sectors())
        .time(at + 64, from.accessedNanos())
        .time(at + 80, from.isBorn() ? from.bornNanos() : 0)
        .time(at + 96, from.changedNanos())
        .time(at + 112, from.modifiedNanos())
        .int32(at + 128, (device & 0xfff00) >>> 8)
        .int32(at + 132, (device & 0xff) | ((device >>> 12) & 0xfff00));
  }

  private static long flags(FuseAttributes from) {
    return ((from.flags() & FuseAttributes.IMMUTABLE) != 0 ? IMMUTABLE_ATTRIBUTE : 0)
        | ((from.flags() & FuseAttributes.APPEND_ONLY) != 0 ? APPEND_ATTRIBUTE : 0);
  }

  private KernelReply time(int offset, long nanos) {
    return int64(offset, FileTimestamp.seconds(nanos))
        .int32(offset + 8, FileTimestamp.nanos(nanos));
  }

  private KernelReply attributes(int offset, FuseAttributes from) {
    return int64(offset, from.inode())
        .int64(offset + 8, from.size())
        .int64(offset + 16, from.sectors())
        .int64(offset + 24, FileTimestamp.seconds(from.accessedNanos()))
        .int64(offset + 32, FileTimestamp.seconds(from.modifiedNanos()))
        .int64(offset + 40, FileTimestamp.seconds(from.changedNanos()))
        .int32(offset + 48, FileTimestamp.nanos(from.accessedNanos()))
        .int32(offset + 52, FileTimestamp.nanos(from.modifiedNanos()))
        .int32(offset + 56, FileTimestamp.nanos(from.changedNanos()))
        .int32(offset + 60, from.mode())
        .int32(offset + 64, from.links())
        .int32(offset + 68, from.uid())
        .int32(offset + 72, from.gid())
        .int32(offset + 76, (int) from.device())
        .int32(offset + 80, BLOCK_BYTES)
        .int32(offset + 84, 0);
  }

  KernelReply opened(int offset, FuseOpened opened) {
    return int64(offset, opened.handle()).int32(offset + 8, opened.flags()).int32(offset + 12, 0);
  }

  /** Puts the space of a file system, and returns the number of bytes. */
  int space(FuseSpace from) {
    int64(0, from.totalBytes() / BLOCK_BYTES)
        .int64(8, from.freeBytes() / BLOCK_BYTES)
        .int64(16, from.availableBytes() / BLOCK_BYTES)
        .int64(24, from.files())
        .int64(32, from.freeFiles())
        .int32(40, BLOCK_BYTES)
        .int32(44, MAX_NAME)
        .int32(48, BLOCK_BYTES);
    for (int offset = 52; offset < 80; offset += Integer.BYTES) {
      int32(offset, 0);
    }
    return 80;
  }
}
