package io.gigafs.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a file or a cache block, in the single buffer in which they travel from the network to a
 * volume or the other way. The message that carries them owns them; its last consumer {@link
 * #release releases} them exactly once, and they must not be used afterwards.
 *
 * <p>The bytes never change, so several threads may read them concurrently.
 */
public final class Payload {
  private final ByteBuf bytes;

  /**
   * The file region that contains the bytes, if they are sent directly from a file; the buffer is
   * empty then.
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
   * A payload of a file region, which the system sends directly from the file; takes ownership of
   * the region. Such a payload can only be sent and released.
   */
  public static Payload of(FileRegion region) {
    return new Payload(Unpooled.EMPTY_BUFFER, region);
  }

  /**
   * A payload of a region of a file that stays open, which the system sends directly from the file.
   * Such a payload can only be sent and released.
   *
   * @param whenReleased run once, when the bytes in the file are not needed any more
   */
  public static Payload ofFile(FileChannel file, long position, int length, Runnable whenReleased) {
    return of(new SharedFileRegion(file, position, length, whenReleased));
  }

  /** A payload of a buffer's readable bytes; takes ownership of the buffer. */
  public static Payload of(ByteBuf bytes) {
    return new Payload(bytes);
  }

  /** A payload of an array, which is garbage-collected; its release does nothing. */
  public static Payload of(byte[] bytes) {
    return new Payload(Unpooled.wrappedBuffer(bytes));
  }

  /**
   * Reads as many bytes as a source has, up to a maximum.
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

  /** A source of bytes. */
  @FunctionalInterface
  public interface Source<E extends IOException> {
    /** Fills the buffer as far as bytes are available; returns their number. */
    int read(ByteBuffer into) throws E;
  }

  /** The payload of a message, or of the result within an answer; null if there is none. */
  public static @Nullable Payload carriedBy(Object message) {
    if (message instanceof Carrier carrier) {
      return carrier.payload();
    }
    return message instanceof Answer.Done<?> done ? carriedBy(done.result()) : null;
  }

  /** Releases the payload of a message, if there is one, because the message has no consumer. */
  public static void releaseOf(Object message) {
    Payload payload = carriedBy(message);
    if (payload != null) {
      payload.release();
    }
  }

  public int length() {
    return region == null ? bytes.readableBytes() : (int) region.count();
  }

  /** Whether the bytes are sent directly from a file. */
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

  /** The same bytes for another message, which has to release them separately. */
  public Payload share() {
    return new Payload(bytes.retainedDuplicate());
  }

  /** Releases the bytes. */
  public void release() {
    if (region == null) {
      bytes.release();
    } else {
      region.release();
    }
  }

  /** A buffer or region of the same bytes without a copy, which has to be released separately. */
  public ReferenceCounted shareContent() {
    return region == null ? bytes.retainedDuplicate() : region.retain();
  }

  void copyTo(ByteBuf out) {
    if (region != null) {
      throw new IllegalArgumentException("a payload in a file region can only be sent");
    }
    out.writeBytes(bytes, bytes.readerIndex(), bytes.readableBytes());
  }

  @Override
  public String toString() {
    return length() + " bytes";
  }

  /** A region of a file with other users: releasing the region does not close the file. */
  static final class SharedFileRegion extends DefaultFileRegion {
    private final Runnable whenReleased;

    SharedFileRegion(FileChannel file, long position, int length, Runnable whenReleased) {
      super(file, position, length);
      this.whenReleased = whenReleased;
    }

    @Override
    protected void deallocate() {
      whenReleased.run();
    }
  }

  /** A message that carries a payload as its last element. */
  public interface Carrier {
    Payload payload();
  }
}
