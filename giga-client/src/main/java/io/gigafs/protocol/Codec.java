package io.gigafs.protocol;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The encoding of one type of messages or of values in messages. Immutable.
 *
 * @param <T> the type
 */
public final class Codec<T> {
  private final Class<T> type;
  private final BiConsumer<T, WireWriter> writer;
  private final Function<WireReader, T> reader;

  private Codec(Class<T> type, BiConsumer<T, WireWriter> writer, Function<WireReader, T> reader) {
    this.type = type;
    this.writer = writer;
    this.reader = reader;
  }

  /** The codec of a type that writes and reads itself. */
  public static <T> Codec<T> of(
      Class<T> type, BiConsumer<T, WireWriter> writer, Function<WireReader, T> reader) {
    return new Codec<>(type, writer, reader);
  }

  public Class<T> type() {
    return type;
  }

  public void write(T value, WireWriter out) {
    writer.accept(value, out);
  }

  /** Writes a value whose type is known at run time only. */
  void writeObject(Object value, WireWriter out) {
    writer.accept(type.cast(value), out);
  }

  /**
   * Reads the next value.
   *
   * @throws ProtocolException if the bytes are no such value
   * @throws IllegalArgumentException if a constructor refuses a value that was read
   */
  public T read(WireReader in) {
    return reader.apply(in);
  }
}
