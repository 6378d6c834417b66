package io.gigafs.protocol;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the elements of messages; {@link WireReader} has the corresponding methods. Values that
 * no reader would accept are rejected with an IllegalArgumentException, so that an error of a
 * caller fails its call and not the connection.
 *
 * <p>Not thread-safe; writes to the buffer of the last {@link #reset}.
 */
public final class WireWriter {
  public static final int MODE_BITS = 12;
  public static final int MODE_MASK = (1 << MODE_BITS) - 1;
  private static final byte[] UNSPLIT_BYTES = PartitionMap.UNSPLIT.encode();

  private int version = Elements.FIRST_VERSION;
  private ByteBuf out = Unpooled.EMPTY_BUFFER;

  /**
   * The last map and its encoding, cached because encoding is slow and consecutive maps are often
   * the same.
   */
  private PartitionMap lastMap = PartitionMap.UNSPLIT;

  private byte[] lastMapBytes = UNSPLIT_BYTES;

  /** The length from which payloads are omitted, and the omitted payload. */
  private int leavesOutFrom = Integer.MAX_VALUE;

  private @Nullable Payload leftOut;

  /** Sets the version of the protocol whose messages follow; it is the first one by default. */
  public void useVersion(int negotiated) {
    version = negotiated;
  }

  int version() {
    return version;
  }

  public void reset(ByteBuf buffer) {
    reset(buffer, Integer.MAX_VALUE);
  }

  /** Sets the buffer. Payloads from this length on are omitted, for the caller to send. */
  public void reset(ByteBuf buffer, int leavesOutFrom) {
    out = buffer;
    this.leavesOutFrom = leavesOutFrom;
    leftOut = null;
  }

  /** The omitted payload, which has to follow. */
  public @Nullable Payload leftOut() {
    return leftOut;
  }

  public WireWriter int8(int value) {
    out.writeByte(value);
    return this;
  }

  public WireWriter int16(int value) {
    out.writeShort(value);
    return this;
  }

  public WireWriter int32(int value) {
    out.writeInt(value);
    return this;
  }

  public WireWriter int64(long value) {
    out.writeLong(value);
    return this;
  }

  public WireWriter flag(boolean value) {
    out.writeByte(value ? 1 : 0);
    return this;
  }

  /** Unsigned LEB128 of the 32 bits: 1 to 5 bytes. */
  public WireWriter varint(int value) {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      out.writeByte(rest | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
    return this;
  }

  /** Unsigned LEB128 of the 64 bits: 1 to 10 bytes. */
  public WireWriter varlong(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.writeByte((int) rest | 0x80);
      rest >>>= 7;
    }
    out.writeByte((int) rest);
    return this;
  }

  /** The encoded size of a {@link #varint}. */
  public static int bytesOf(int value) {
    return value == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(value)) / 7;
  }

  /** The difference of two close values, zigzag-encoded. */
  public WireWriter difference(long from, long to) {
    long difference = to - from;
    return varlong((difference << 1) ^ (difference >> 63));
  }

  /** A non-negative number. */
  public WireWriter count(int value) {
    if (value < 0) {
      throw new IllegalArgumentException("a count or duration is negative: " + value);
    }
    return varint(value);
  }

  public WireWriter depth(int depth) {
    if (depth < 0 || depth > PartitionIndex.MAX_DEPTH) {
      throw new IllegalArgumentException("no partition has depth " + depth);
    }
    return int8(depth);
  }

  public WireWriter mode(int mode) {
    checkMode(mode);
    return int16(mode);
  }

  public WireWriter typeAndMode(FileType type, int mode) {
    checkMode(mode);
    return int16(type.code() << MODE_BITS | mode);
  }

  private static void checkMode(int mode) {
    if ((mode & ~MODE_MASK) != 0) {
      throw new IllegalArgumentException(
          "a mode has permission bits (07777) only, not 0" + Integer.toOctalString(mode));
    }
  }

  public WireWriter bytes(byte[] value) {
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  /** The key of a value in a cache. */
  public WireWriter cacheKey(byte[] key) {
    if (key.length == 0 || key.length > Limits.MAX_CACHE_KEY_BYTES) {
      throw new IllegalArgumentException("no cache key has " + key.length + " bytes");
    }
    return bytes(key);
  }

  /** A payload, the last element of a message. */
  public WireWriter payload(Payload value) {
    return payload(value, Limits.MAX_DATA_BYTES);
  }

  /** A payload with a maximum length. */
  public WireWriter payload(Payload value, int maxBytes) {
    if (value.length() > maxBytes) {
      throw new IllegalArgumentException(
          value.length() + " bytes of a file, where " + maxBytes + " are accepted");
    }
    varint(value.length());
    if (value.length() >= leavesOutFrom
        || (value.isInFile() && leavesOutFrom < Integer.MAX_VALUE)) {
      leftOut = value;
    } else {
      value.copyTo(out);
    }
    return this;
  }

  /** A text, truncated to {@link Limits#MAX_TEXT_BYTES}. */
  public WireWriter text(String value) {
    String text = value;
    int bytes = ByteBufUtil.utf8Bytes(text);
    if (bytes > Limits.MAX_TEXT_BYTES) {
      text = cut(value);
      bytes = ByteBufUtil.utf8Bytes(text);
    }
    varint(bytes);
    ByteBufUtil.reserveAndWriteUtf8(out, text, bytes);
    return this;
  }

  private static String cut(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int end = Limits.MAX_TEXT_BYTES;
    while ((utf8[end] & 0xc0) == 0x80) {
      end--;
    }
    return new String(utf8, 0, end, StandardCharsets.UTF_8);
  }

  public WireWriter uuid(UUID value) {
    return int64(value.getMostSignificantBits()).int64(value.getLeastSignificantBits());
  }

  public WireWriter inode(InodeId value) {
    return int64(value.value());
  }

  public WireWriter inodeOrNone(@Nullable InodeId value) {
    return value == null ? flag(false) : flag(true).inode(value);
  }

  public WireWriter partition(PartitionIndex value) {
    return varint(value.value());
  }

  public WireWriter position(Position value) {
    return int64(value.value());
  }

  public WireWriter name(Name value) {
    byte[] bytes = value.bytes();
    out.writeByte(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  /** One name of a list. */
  public WireWriter name(NameList names, int i) {
    int length = names.end(i) - names.begin(i);
    out.writeByte(length);
    out.writeBytes(names.bytes(), names.begin(i), length);
    return this;
  }

  WireWriter nameOrNone(@Nullable Name value) {
    return value == null ? int8(0) : name(value);
  }

  WireWriter errorOrNone(@Nullable ErrorCode value) {
    return varint(value == null ? 0 : value.number());
  }

  public WireWriter sequence(Sequence value) {
    value.write(this);
    return this;
  }

  /**
   * A caller, preceded by its length, so that a reader can quickly compare it with the last one.
   */
  public WireWriter caller(Caller value) {
    varint(value.encodedBytes());
    value.write(this);
    return this;
  }

  public WireWriter attributes(FileAttributes value) {
    value.write(this);
    return this;
  }

  public WireWriter map(PartitionMap value) {
    if (!value.equals(lastMap)) {
      lastMapBytes = value.encode();
      lastMap = value;
    }
    return bytes(lastMapBytes);
  }

  public WireWriter view(ClusterView value) {
    uuid(value.clusterId()).varlong(value.epoch()).count(value.settings().splitThreshold());
    count(value.settings().inlineLimit()).text(value.settings().transferDirectory());
    count(value.servers().size());
    for (ServerInfo server : value.servers()) {
      text(server.id().value()).text(server.endpoint().host()).int16(server.endpoint().port());
      flag(value.draining().contains(server.id())).varlong(server.cacheBytes());
    }
    SlotTable slots = value.slots();
    count(slots.slots());
    for (int slot = 0; slot < slots.slots(); slot++) {
      varint(slots.ownerOf(slot));
    }
    count(value.moves().size());
    for (SlotMove move : value.moves()) {
      varint(move.slot()).varint(value.placeOf(move.from())).varlong(move.since());
    }
    count(value.nextVolume()).count(value.volumes().size());
    for (VolumeInfo volume : value.volumes()) {
      count(volume.id()).text(volume.uri().toString()).int8(volume.state().code());
      text(volume.group()).count(volume.weight());
    }
    return this;
  }

  public WireWriter volumeSettings(VolumeSettings value) {
    String group = value.group();
    Integer weight = value.weight();
    flag(group != null);
    if (group != null) {
      text(group);
    }
    return count(weight == null ? 0 : weight);
  }
}
