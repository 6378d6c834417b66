package io.gigafs.protocol;

import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
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
import io.gigafs.volume.DataLocation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the elements of messages within one frame: it reads nothing behind the end of the frame,
 * and allocates nothing for a length that exceeds the rest of the frame.
 *
 * <p>Malformed input causes a {@link ProtocolException} or, from the constructors of the values, an
 * IllegalArgumentException.
 *
 * <p>Not thread-safe, one reader per connection: it caches the last caller, map and inode, because
 * consecutive messages of a connection mostly have the same ones.
 */
public final class WireReader {
  private static final byte[] NOTHING = {};
  private static final PartitionIndex[] PARTITIONS = new PartitionIndex[256];

  static {
    for (int i = 0; i < PARTITIONS.length; i++) {
      PARTITIONS[i] = new PartitionIndex(i);
    }
  }

  private int version = Elements.FIRST_VERSION;
  private ByteBuf in = Unpooled.EMPTY_BUFFER;
  private int end;
  private byte[] lastCallerBytes = NOTHING;
  private Caller lastCaller = Caller.ROOT;
  private InodeId lastInode = InodeId.ROOT;
  private byte[] lastMapBytes = NOTHING;
  private PartitionMap lastMap = PartitionMap.UNSPLIT;

  /**
   * Restricts the reader to the next {@code length} bytes of the buffer, which must be available.
   */
  public void reset(ByteBuf buffer, int length) {
    in = buffer;
    end = buffer.readerIndex() + length;
  }

  /** Sets the version of the protocol whose messages follow; it is the first one by default. */
  public void useVersion(int negotiated) {
    version = negotiated;
  }

  int version() {
    return version;
  }

  /** The offset at which reading continues, for {@link #rewind}. */
  int offset() {
    return in.readerIndex();
  }

  /** Reads again from an earlier offset in the same frame. */
  void rewind(int offset) {
    in.readerIndex(offset);
  }

  public int remaining() {
    return end - in.readerIndex();
  }

  /**
   * Checks that everything was read.
   *
   * @throws ProtocolException if not
   */
  public void finish() {
    if (remaining() != 0) {
      throw new ProtocolException(remaining() + " bytes too many");
    }
  }

  public void skipRest() {
    in.skipBytes(remaining());
  }

  private void require(int bytes) {
    if (bytes > remaining()) {
      throw new ProtocolException("ends " + (bytes - remaining()) + " bytes too early");
    }
  }

  public int int8() {
    require(1);
    return in.readUnsignedByte();
  }

  public int int16() {
    require(2);
    return in.readUnsignedShort();
  }

  public int int32() {
    require(4);
    return in.readInt();
  }

  public long int64() {
    require(8);
    return in.readLong();
  }

  public boolean flag() {
    int value = int8();
    if (value > 1) {
      throw new ProtocolException("a flag is 0 or 1, not " + value);
    }
    return value == 1;
  }

  public int varint() {
    int value = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      int next = int8();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    int last = int8();
    if (last > 0x0f) {
      throw new ProtocolException("a number exceeds 32 bits");
    }
    return value | last << 28;
  }

  public long varlong() {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      int next = int8();
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    int last = int8();
    if (last > 1) {
      throw new ProtocolException("a number exceeds 64 bits");
    }
    return value | (long) last << 63;
  }

  /** A length, an offset or a count of 63 bits. */
  public long size() {
    long value = varlong();
    if (value < 0) {
      throw new ProtocolException(
          "a size, offset or count is too large: " + Long.toUnsignedString(value));
    }
    return value;
  }

  /** A file's marks, which servers store beside its attributes. */
  public int marks() {
    int marks = varint();
    if ((marks & ~Limits.KNOWN_MARKS) != 0) {
      throw new ProtocolException("unknown marks of a file " + Integer.toHexString(marks));
    }
    return marks;
  }

  public long difference(long from) {
    long folded = varlong();
    return from + ((folded >>> 1) ^ -(folded & 1));
  }

  public int count() {
    int value = varint();
    if (value < 0) {
      throw new ProtocolException(
          "a count or duration is too large: " + Integer.toUnsignedString(value));
    }
    return value;
  }

  /** The number of elements that follow, each of at least {@code minBytes}. */
  public int count(int max, int minBytes) {
    int count = count();
    if (count > max || (long) count * minBytes > remaining()) {
      throw new ProtocolException(
          count + " elements do not fit into " + remaining() + " bytes (at most " + max + ")");
    }
    return count;
  }

  public <T> List<T> list(int minBytes, Function<WireReader, T> element) {
    return list(Integer.MAX_VALUE, minBytes, element);
  }

  public <T> List<T> list(int max, int minBytes, Function<WireReader, T> element) {
    int count = count(max, minBytes);
    List<T> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(element.apply(this));
    }
    return list;
  }

  public int depth() {
    int depth = int8();
    if (depth > PartitionIndex.MAX_DEPTH) {
      throw new ProtocolException("no partition has depth " + depth);
    }
    return depth;
  }

  public int mode() {
    int mode = int16();
    if ((mode & ~WireWriter.MODE_MASK) != 0) {
      throw new ProtocolException("no mode is 0" + Integer.toOctalString(mode));
    }
    return mode;
  }

  public byte[] bytes() {
    int length = count(Integer.MAX_VALUE, 1);
    if (length == 0) {
      return NOTHING;
    }
    byte[] value = new byte[length];
    in.readBytes(value);
    return value;
  }

  /** The key of a value in a cache. */
  public byte[] cacheKey() {
    int length = count(Limits.MAX_CACHE_KEY_BYTES, 1);
    if (length == 0) {
      throw new ProtocolException("a cache key is empty");
    }
    byte[] key = new byte[length];
    in.readBytes(key);
    return key;
  }

  /** A payload, the last element of a message; its bytes are not copied. */
  public Payload payload() {
    return payload(Limits.MAX_DATA_BYTES);
  }

  /** A payload with a maximum length. */
  public Payload payload(int maxBytes) {
    int length = count(maxBytes, 1);
    if (length != remaining()) {
      throw new ProtocolException((remaining() - length) + " bytes too many");
    }
    return Payload.of(in.readRetainedSlice(length));
  }

  public String text() {
    int length = count(Limits.MAX_TEXT_BYTES, 1);
    String value = in.toString(in.readerIndex(), length, StandardCharsets.UTF_8);
    in.skipBytes(length);
    return value;
  }

  public UUID uuid() {
    return new UUID(int64(), int64());
  }

  public InodeId inode() {
    long value = int64();
    if (lastInode.value() != value) {
      lastInode = new InodeId(value);
    }
    return lastInode;
  }

  public @Nullable InodeId inodeOrNone() {
    return flag() ? inode() : null;
  }

  public PartitionIndex partition() {
    int value = varint();
    return value >= 0 && value < PARTITIONS.length ? PARTITIONS[value] : new PartitionIndex(value);
  }

  public Position position() {
    return new Position(int64());
  }

  public Name name() {
    Name name = nameOrNone();
    if (name == null) {
      throw new ProtocolException("a name is empty");
    }
    return name;
  }

  /**
   * A builder for this many names, which are the rest of the frame except for two bytes beside
   * each.
   */
  public NameList.Builder names(int count) {
    return new NameList.Builder(count, Math.max(0, remaining() - 2 * count));
  }

  /** Adds the next name to a list, which checks it. */
  public void name(NameList.Builder to) {
    int length = int8();
    require(length);
    int begin = to.add(length);
    in.readBytes(to.bytes(), begin, length);
  }

  @Nullable Name nameOrNone() {
    int length = int8();
    if (length == 0) {
      return null;
    }
    require(length);
    byte[] bytes = new byte[length];
    in.readBytes(bytes);
    return Name.of(bytes);
  }

  @Nullable ErrorCode errorOrNone() {
    int number = varint();
    try {
      return number == 0 ? null : ErrorCode.ofNumber(number);
    } catch (IllegalArgumentException e) {
      throw new ProtocolException(String.valueOf(e.getMessage()));
    }
  }

  public Sequence sequence() {
    return Sequence.read(this);
  }

  public Caller caller() {
    int length = count(5 * (2 + Limits.MAX_GROUPS), 1);
    if (nextEquals(lastCallerBytes, length)) {
      in.skipBytes(length);
      return lastCaller;
    }
    byte[] encoded = new byte[length];
    in.readBytes(encoded);
    Caller caller = Caller.read(encoded);
    lastCallerBytes = encoded;
    lastCaller = caller;
    return caller;
  }

  private boolean nextEquals(byte[] bytes, int length) {
    if (bytes.length == 0 || bytes.length != length) {
      return false;
    }
    int start = in.readerIndex();
    for (int i = 0; i < length; i++) {
      if (in.getByte(start + i) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  public FileAttributes attributes() {
    return FileAttributes.read(this);
  }

  public PartitionMap map() {
    int length = count(Limits.MAX_MAP_BYTES, 1);
    if (nextEquals(lastMapBytes, length)) {
      in.skipBytes(length);
      return lastMap;
    }
    byte[] encoded = new byte[length];
    in.readBytes(encoded);
    PartitionMap map = PartitionMap.decode(encoded);
    lastMapBytes = encoded;
    lastMap = map;
    return map;
  }

  public ClusterView view() {
    UUID cluster = uuid();
    long epoch = varlong();
    ClusterSettings settings = new ClusterSettings(count(), count(), text());
    Set<ServerId> draining = new HashSet<>();
    List<ServerInfo> servers = servers(draining);
    SlotTable slots = slots();
    List<SlotMove> moves = moves(servers);
    int nextVolume = count();
    return new ClusterView(
        cluster, epoch, settings, servers, slots, moves, draining, volumes(), nextVolume);
  }

  private List<VolumeInfo> volumes() {
    int count = count(Limits.MAX_VOLUMES, 1 + 2 + 1 + 1 + 1);
    List<VolumeInfo> volumes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      volumes.add(new VolumeInfo(count(), uri(), VolumeInfo.State.ofCode(int8()), text(), count()));
    }
    return volumes;
  }

  public VolumeSettings volumeSettings() {
    String group = flag() ? text() : null;
    int weight = count();
    return new VolumeSettings(group, weight == 0 ? null : weight);
  }

  public URI uri() {
    String text = text();
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new ProtocolException("'" + text + "' is not a URI");
    }
  }

  public DataLocation location() {
    try {
      return DataLocation.decode(bytes());
    } catch (IllegalArgumentException e) {
      throw new ProtocolException("invalid object location: " + e.getMessage());
    }
  }

  private List<ServerInfo> servers(Set<ServerId> draining) {
    int count = count(Limits.MAX_SERVERS, 1 + 1 + 1 + 1 + 2 + 1 + 1);
    List<ServerInfo> servers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ServerId id = new ServerId(text());
      Endpoint endpoint = new Endpoint(text(), int16());
      if (flag()) {
        draining.add(id);
      }
      servers.add(new ServerInfo(id, endpoint, size()));
    }
    return servers;
  }

  private List<SlotMove> moves(List<ServerInfo> servers) {
    int count = count(SlotTable.MAX_SLOTS, 1 + 1 + 1);
    List<SlotMove> moves = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      moves.add(new SlotMove(varint(), serverAt(servers, varint()), varlong()));
    }
    return moves;
  }

  private static ServerId serverAt(List<ServerInfo> servers, int place) {
    if (place < 0 || place >= servers.size()) {
      throw new ProtocolException("a slot moves from server " + place + " of " + servers.size());
    }
    return servers.get(place).id();
  }

  private SlotTable slots() {
    int[] owners = new int[count(SlotTable.MAX_SLOTS, 1)];
    for (int slot = 0; slot < owners.length; slot++) {
      owners[slot] = varint();
    }
    return SlotTable.of(owners);
  }
}
