package io.gigafs.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.FileRegion;
import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a file, in the one buffer in which they go from the network to a volume or the other
 * way. They belong to the message that carries them: whoever has the message last {@link #release
 * releases} them, once, and nobody touches them after that.
 *
 * <p>The bytes never change, so several threads may read them at a time.
 */
public final class Payload {
  private final ByteBuf bytes;

  /**
   * Where the bytes are, if they are in a file and are sent from there; the buffer is empty then.
   */
  private final @Nullable FileRegion region;

  private Payload(ByteBuf bytes) {
    this(bytes, null);
  }

  private Payload(ByteBuf bytes, @Nullable FileRegion region) {
    this.bytes = bytes;
    this.region = region;
  }

  /**
   * The bytes of a region of a file, which the system sends from there; takes the region over. Such
   * a payload can be sent and released, and that is all.
   */
  public static Payload of(FileRegion region) {
    return new Payload(Unpooled.EMPTY_BUFFER, region);
  }

  /**
   * The bytes of a region of a file that stays open, which the system sends from there. Such a
   * payload can be sent and released, and that is all.
   *
   * @param whenReleased run once, when nobody needs the bytes in their place any more
   */
  public static Payload ofFile(FileChannel file, long position, int length, Runnable whenReleased) {
    return of(new SharedFileRegion(file, position, length, whenReleased));
  }

  /** The bytes of a buffer that are readable; takes the buffer over. */
  public static Payload of(ByteBuf bytes) {
    return new Payload(bytes);
  }

  /** The bytes of an array, which is the garbage collector's: to release them does nothing. */
  public static Payload of(byte[] bytes) {
    return new Payload(Unpooled.wrappedBuffer(bytes));
  }

  /**
   * As many bytes as a source has, up to a length.
   *
   * @throws IOException as the source does
   */
  public static <E extends IOException> Payload read(int mostBytes, Source<E> source) throws E {
    int capacity = Math.max(1, mostBytes);
    ByteBuf bytes = DataBuffers.INSTANCE.directBuffer(capacity, capacity);
    boolean done = false;
    try {
      bytes.writerIndex(source.read(bytes.internalNioBuffer(0, mostBytes)));
      done = true;
      return new Payload(bytes);
    } finally {
      if (!done) {
        bytes.release();
      }
    }
  }

  /** Where bytes come from. */
  @FunctionalInterface
  public interface Source<E extends IOException> {
    /** Fills the buffer as far as there are bytes; returns how many there were. */
    int read(ByteBuffer into) throws E;
  }

  /** What a message, or the one within an answer, carries; null if it carries none. */
  public static @Nullable Payload carriedBy(Object message) {
    if (message instanceof Carrier carrier) {
      return carrier.payload();
    }
    return message instanceof Answer.Done<?> done ? carriedBy(done.result()) : null;
  }

  /** Releases what a message carries, if it carries any: nobody is going to have it. */
  public static void releaseOf(Object message) {
    Payload payload = carriedBy(message);
    if (payload != null) {
      payload.release();
    }
  }

  public int length() {
    return region == null ? bytes.readableBytes() : (int) region.count();
  }

  /** Whether the bytes are in a file. */
  boolean isInFile() {
    return region != null;
  }

  /** Views of the bytes, in order. */
  public ByteBuffer[] buffers() {
    return bytes.nioBuffers();
  }

  /** CRC32C of the bytes. */
  public int crc() {
    CRC32C crc = new CRC32C();
    for (ByteBuffer buffer : buffers()) {
      crc.update(buffer);
    }
    return (int) crc.getValue();
  }

  /** The same bytes for another message, to be released by itself. */
  public Payload share() {
    return new Payload(bytes.retainedDuplicate());
  }

  /** Gives the bytes up. */
  public void release() {
    if (region == null) {
      bytes.release();
    } else {
      region.release();
    }
  }

  /** A buffer or region with the same bytes, uncopied; it is released by itself. */
  ReferenceCounted shareContent() {
    return region == null ? bytes.retainedDuplicate() : region.retain();
  }

  void copyTo(ByteBuf out) {
    if (region != null) {
      throw new IllegalArgumentException("bytes of a file are sent from there, and not copied");
    }
    out.writeBytes(bytes, bytes.readerIndex(), bytes.readableBytes());
  }

  @Override
  public String toString() {
    return length() + " bytes";
  }
}
