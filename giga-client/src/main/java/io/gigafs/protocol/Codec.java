package io.gigafs.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of one type of messages, or of values in messages. Immutable.
 *
 * <p>There are three kinds:
 *
 * <ul>
 *   <li>An <em>element</em> is a number, a name and the like. {@link Elements} lists them, and
 *       combines them to lists and optional values.
 *   <li>A <em>table</em> has one codec for each component of a record, in the order of the wire:
 *       {@link #of} declares the whole encoding of most messages. {@link Elements#field} names the
 *       component where the order of the record is another one.
 *   <li>A codec <em>by hand</em> is a pair of methods, for frequent messages, where boxed numbers
 *       would cost, and for those that are no sequence of fields. It may have a table too; the two
 *       are then the same encoding.
 * </ul>
 *
 * <p>Invariant: a table or a codec by hand that refuses bytes names the message, and the field or
 * else the byte where reading ended.
 *
 * @param <T> the type
 */
public abstract class Codec<T> {
  private final Class<?> type;
  private final int minBytes;

  Codec(Class<?> type, int minBytes) {
    this.type = type;
    this.minBytes = minBytes;
  }

  /** The codec of a record, from a codec for each of its components. */
  public static <T extends Record> Codec<T> of(Class<T> type, Codec<?>... fields) {
    return new FieldTable<>(type, List.of(fields));
  }

  /** The codec of a record whose first components are a head. */
  public static <T extends Record> Codec<T> of(Class<T> type, Head head, Codec<?>... fields) {
    return new FieldTable<>(type, head.and(fields).fields());
  }

  /** The codec of a type that writes and reads itself, and is no element of a list. */
  public static <T> Codec<T> byHand(
      Class<T> type, BiConsumer<T, WireWriter> writer, Function<WireReader, T> reader) {
    return byHand(type, 1, writer, reader);
  }

  /**
   * The codec of a type that writes and reads itself.
   *
   * @param minBytes the minimum encoded size, which bounds the lists that are read
   */
  public static <T> Codec<T> byHand(
      Class<T> type,
      int minBytes,
      BiConsumer<T, WireWriter> writer,
      Function<WireReader, T> reader) {
    return new ByHand<>(type, minBytes, null, writer, reader);
  }

  /** The same encoding as that of this table, by methods that do not allocate. */
  public Codec<T> byHand(BiConsumer<T, WireWriter> writer, Function<WireReader, T> reader) {
    return new ByHand<>(type, minBytes, this, writer, reader);
  }

  public Class<?> type() {
    return type;
  }

  /** The minimum encoded size. */
  int minBytes() {
    return minBytes;
  }

  /** The table of a codec by hand; null if there is none. */
  @Nullable Codec<T> table() {
    return null;
  }

  /** The version of the protocol from which on a field of this codec exists. */
  int since() {
    return Elements.FIRST_VERSION;
  }

  /** The component of a record that this codec of a table is for; null for the next one. */
  @Nullable String component() {
    return null;
  }

  public abstract void write(T value, WireWriter out);

  /** Writes a value whose type is known at run time only. */
  @SuppressWarnings("unchecked") // A value of another type is refused by the methods that write it.
  void writeObject(Object value, WireWriter out) {
    ((Codec<Object>) this).write(value, out);
  }

  /**
   * Reads the next value.
   *
   * @throws ProtocolException if the bytes are no such value
   * @throws IllegalArgumentException if a constructor refuses an element that was read
   */
  public abstract T read(WireReader in);

  /** Fields that many messages begin with. */
  public record Head(List<Codec<?>> fields) {
    static Head of(Codec<?>... fields) {
      return new Head(List.of(fields));
    }

    Head and(Codec<?>... more) {
      List<Codec<?>> all = new ArrayList<>(fields);
      all.addAll(List.of(more));
      return new Head(List.copyOf(all));
    }
  }

  private static final class ByHand<T> extends Codec<T> {
    private final @Nullable Codec<T> table;
    private final BiConsumer<T, WireWriter> writer;
    private final Function<WireReader, T> reader;

    ByHand(
        Class<?> type,
        int minBytes,
        @Nullable Codec<T> table,
        BiConsumer<T, WireWriter> writer,
        Function<WireReader, T> reader) {
      super(type, minBytes);
      this.table = table;
      this.writer = writer;
      this.reader = reader;
    }

    @Override
    @Nullable Codec<T> table() {
      return table;
    }

    @Override
    public void write(T value, WireWriter out) {
      writer.accept(value, out);
    }

    @Override
    public T read(WireReader in) {
      int start = in.offset();
      try {
        return reader.apply(in);
      } catch (ProtocolException | IllegalArgumentException | IndexOutOfBoundsException e) {
        throw refused(in, start, e);
      }
    }

    private ProtocolException refused(WireReader in, int start, RuntimeException e) {
      int bytes = in.offset() - start;
      if (table != null) {
        in.rewind(start);
        var unused = table.read(in); // Refuses it too, and names the field.
      }
      return new ProtocolException(
          type().getSimpleName() + " at byte " + bytes + ": " + e.getMessage());
    }
  }
}
