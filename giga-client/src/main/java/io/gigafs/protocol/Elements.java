package io.gigafs.protocol;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.Codec.Head;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.FileSystemId;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The elements of messages, as docs/wire-format.md names and describes them, and codecs made of
 * other codecs. Pure.
 */
public final class Elements {
  /** The version of the protocol in which messages have the fields without a version. */
  static final int FIRST_VERSION = 1;

  public static final Codec<Boolean> FLAG =
      element(Boolean.class, 1, WireWriter::flag, WireReader::flag);
  public static final Codec<Integer> INT32 =
      element(Integer.class, 4, WireWriter::int32, WireReader::int32);
  public static final Codec<Long> INT64 =
      element(Long.class, 8, WireWriter::int64, WireReader::int64);
  public static final Codec<Integer> VARINT =
      element(Integer.class, 1, WireWriter::varint, WireReader::varint);
  public static final Codec<Long> VARLONG =
      element(Long.class, 1, WireWriter::varlong, WireReader::varlong);
  public static final Codec<Integer> COUNT =
      element(Integer.class, 1, WireWriter::count, WireReader::count);
  public static final Codec<Long> SIZE =
      element(Long.class, 1, WireWriter::varlong, WireReader::size);
  public static final Codec<String> TEXT =
      element(String.class, 1, WireWriter::text, WireReader::text);
  public static final Codec<byte[]> BYTES =
      element(byte[].class, 1, WireWriter::bytes, WireReader::bytes);
  public static final Codec<byte[]> CACHE_KEY =
      element(byte[].class, 2, WireWriter::cacheKey, WireReader::cacheKey);
  public static final Codec<Name> NAME = element(Name.class, 2, WireWriter::name, WireReader::name);
  public static final Codec<Name> NAME_OR_NONE =
      element(Name.class, 1, WireWriter::nameOrNone, WireReader::nameOrNone);
  public static final Codec<InodeId> INODE =
      element(InodeId.class, 8, WireWriter::inode, WireReader::inode);
  public static final Codec<InodeId> INODE_OR_NONE = optional(INODE);
  public static final Codec<PartitionIndex> PARTITION =
      element(PartitionIndex.class, 1, WireWriter::partition, WireReader::partition);
  public static final Codec<PartitionId> PARTITION_ID =
      Codec.of(PartitionId.class, INODE, PARTITION);
  public static final Codec<Integer> DEPTH =
      element(Integer.class, 1, WireWriter::depth, WireReader::depth);
  public static final Codec<Position> POSITION =
      element(Position.class, 8, WireWriter::position, WireReader::position);
  public static final Codec<PartitionMap> MAP =
      element(PartitionMap.class, 2, WireWriter::map, WireReader::map);
  public static final Codec<Integer> MODE =
      element(Integer.class, 2, WireWriter::mode, WireReader::mode);
  public static final Codec<Long> TIME = INT64;
  public static final Codec<Long> TIME_OR_NONE = optional(TIME);
  public static final Codec<FileAttributes> ATTRIBUTES =
      element(FileAttributes.class, 41, WireWriter::attributes, WireReader::attributes);

  /** Flags of a file, as in {@link FileAttributes}. */
  public static final Codec<Integer> FILE_FLAGS =
      element(Integer.class, 1, WireWriter::varint, in -> FileAttributes.flags(in.varint()));

  /** A file's marks, which servers store beside its attributes. */
  public static final Codec<Integer> MARKS =
      element(Integer.class, 1, WireWriter::varint, WireReader::marks);

  private static final Codec<DirectoryAcls> DIRECTORY_ACLS =
      element(
          DirectoryAcls.class,
          1,
          (out, acls) -> out.bytes(acls.encode()),
          in -> DirectoryAcls.decode(in.bytes()));
  public static final Codec<DirectoryFacts> FACTS =
      Codec.of(
          DirectoryFacts.class,
          INODE,
          MODE,
          VARINT,
          VARINT,
          DIRECTORY_ACLS,
          INODE_OR_NONE,
          TIME,
          FILE_FLAGS);
  public static final Codec<Caller> CALLER =
      element(Caller.class, 3, WireWriter::caller, WireReader::caller);
  public static final Codec<Sequence> SEQUENCE =
      element(Sequence.class, 2, WireWriter::sequence, WireReader::sequence);
  public static final Codec<FileHandle> HANDLE =
      element(FileHandle.class, 17, (out, handle) -> handle.write(out), FileHandle::read);
  public static final Codec<DataLocation> LOCATION =
      element(
          DataLocation.class,
          1,
          (out, location) -> out.bytes(location.encode()),
          WireReader::location);
  public static final Codec<FileSystemId> FILE_SYSTEM =
      element(
          FileSystemId.class,
          8,
          (out, fileSystem) -> out.int64(fileSystem.value()),
          in -> new FileSystemId(in.int64()));
  public static final Codec<ServerId> SERVER =
      element(
          ServerId.class,
          1,
          (out, server) -> out.text(server.value()),
          in -> new ServerId(in.text()));
  public static final Codec<Payload> PAYLOAD =
      element(Payload.class, 1, WireWriter::payload, WireReader::payload);
  public static final Codec<ClusterView> VIEW =
      element(ClusterView.class, 1, WireWriter::view, WireReader::view);
  public static final Codec<URI> VOLUME_URI =
      element(URI.class, 1, (out, uri) -> out.text(uri.toString()), WireReader::uri);
  public static final Codec<VolumeSettings> VOLUME_SETTINGS =
      element(VolumeSettings.class, 2, WireWriter::volumeSettings, WireReader::volumeSettings);

  /** The number of an error, 0 for none. */
  public static final Codec<ErrorCode> ERROR_OR_NONE =
      element(ErrorCode.class, 1, WireWriter::errorOrNone, WireReader::errorOrNone);

  /** The directory and the partition of a {@link Request.PartitionRequest}. */
  public static final Head HEAD = Head.of(INODE, PARTITION);

  /** The fields of a {@link Request.NameRequest}. */
  public static final Head NAME_HEAD = HEAD.and(CALLER, NAME);

  /** The fields of a {@link Request.HandleRequest} that changes nothing. */
  public static final Head HANDLE_HEAD = NAME_HEAD.and(HANDLE);

  /** The fields of a {@link Mutation}. */
  public static final Head MUTATION_HEAD = HEAD.and(CALLER, SEQUENCE, NAME);

  /** The fields of a {@link Mutation} of an open file. */
  public static final Head HANDLE_MUTATION_HEAD = MUTATION_HEAD.and(HANDLE);

  private Elements() {}

  private static <T> Codec<T> element(
      Class<?> type,
      int minBytes,
      BiConsumer<WireWriter, T> writer,
      Function<WireReader, T> reader) {
    return new Codec<>(type, minBytes) {
      @Override
      public void write(T value, WireWriter out) {
        writer.accept(out, value);
      }

      @Override
      public T read(WireReader in) {
        return reader.apply(in);
      }
    };
  }

  /** A flag, and if it is 1 the value; null for none. */
  @SuppressWarnings("NullAway") // Null is none.
  public static <T> Codec<T> optional(Codec<T> value) {
    requireOfAllVersions(value);
    return element(
        value.type(),
        1,
        (out, valueOrNone) -> {
          out.flag(valueOrNone != null);
          if (valueOrNone != null) {
            value.write(valueOrNone, out);
          }
        },
        in -> in.flag() ? value.read(in) : null);
  }

  /** A count of values, and each of them. */
  public static <T> Codec<List<T>> listOf(Codec<T> each) {
    return listOf(Integer.MAX_VALUE, each);
  }

  /** A count of values, at most {@code max}, and each of them. */
  public static <T> Codec<List<T>> listOf(int max, Codec<T> each) {
    requireOfAllVersions(each);
    return element(
        List.class,
        1,
        (out, list) -> {
          out.count(list.size());
          for (T value : list) {
            each.write(value, out);
          }
        },
        in -> in.list(max, each.minBytes(), each::read));
  }

  /** A count of entries, at most {@code max}, and the key and value of each, in their order. */
  public static <K, V> Codec<Map<K, V>> mapOf(int max, Codec<K> key, Codec<V> value) {
    requireOfAllVersions(key);
    requireOfAllVersions(value);
    return element(
        Map.class,
        1,
        (out, map) -> {
          out.count(map.size());
          map.forEach(
              (each, its) -> {
                key.write(each, out);
                value.write(its, out);
              });
        },
        in -> {
          int count = in.count(max, key.minBytes() + value.minBytes());
          Map<K, V> map = new LinkedHashMap<>();
          for (int i = 0; i < count; i++) {
            map.put(key.read(in), value.read(in));
          }
          return map;
        });
  }

  /** An int8: the code of a constant. */
  public static <E extends Enum<E>> Codec<E> codeOf(Class<E> type, ToIntFunction<E> code) {
    @Nullable Object[] constants = new Object[1 << Byte.SIZE];
    for (E constant : type.getEnumConstants()) {
      int number = code.applyAsInt(constant);
      if (constants[number] != null) {
        throw new IllegalArgumentException(
            constant + " and " + constants[number] + " share code " + number);
      }
      constants[number] = constant;
    }
    return element(
        type,
        1,
        (out, constant) -> out.int8(code.applyAsInt(constant)),
        in -> {
          int read = in.int8();
          Object constant = constants[read];
          if (constant == null) {
            throw new ProtocolException("unknown " + type.getSimpleName() + " " + read);
          }
          return type.cast(constant);
        });
  }

  /**
   * A field that exists from a version of the protocol on, and is absent from messages of older
   * versions: not written, and null when they are read.
   */
  public static <T> Codec<T> since(int version, Codec<T> field) {
    requireOfAllVersions(field);
    return new Field<>(field, version, field.component());
  }

  /** A field of a table that is this component, and not the next one in the order of the record. */
  public static <T> Codec<T> field(String component, Codec<T> field) {
    return new Field<>(field, field.since(), component);
  }

  /** A codec with what a table needs to know of it. */
  private static final class Field<T> extends Codec<T> {
    private final Codec<T> codec;
    private final int since;
    private final @Nullable String component;

    Field(Codec<T> codec, int since, @Nullable String component) {
      super(codec.type(), codec.minBytes());
      this.codec = codec;
      this.since = since;
      this.component = component;
    }

    @Override
    int since() {
      return since;
    }

    @Override
    @Nullable String component() {
      return component;
    }

    @Override
    public void write(T value, WireWriter out) {
      codec.write(value, out);
    }

    @Override
    public T read(WireReader in) {
      return codec.read(in);
    }
  }

  /** A table leaves out its own newer fields; one within another value would always be written. */
  private static void requireOfAllVersions(Codec<?> value) {
    if (value.since() > FIRST_VERSION) {
      throw new IllegalArgumentException(
          "only a field of a table can be newer than version " + FIRST_VERSION);
    }
  }
}
