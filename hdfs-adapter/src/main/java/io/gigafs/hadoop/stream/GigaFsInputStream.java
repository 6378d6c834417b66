package io.gigafs.hadoop.stream;

import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_UNBUFFERED;

import io.gigafs.client.Awaiting;
import io.gigafs.client.GigaInputStream;
import io.gigafs.client.OpenFile;
import io.gigafs.hadoop.failure.HadoopExceptions;
import io.gigafs.hadoop.version.HadoopFeature;
import io.gigafs.protocol.GigaException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file. Positioned reads are independent of the stream's position and of each other, and
 * safe for use by several threads. All other calls are for one thread at a time.
 *
 * <p>It refers to nothing that Hadoop 3.3.1 lacks; {@link VectoredInputStream} does.
 */
public class GigaFsInputStream extends FSInputStream
    implements ByteBufferReadable,
        ByteBufferPositionedReadable,
        CanSetDropBehind,
        CanSetReadahead,
        CanUnbuffer,
        StreamCapabilities,
        IOStatisticsSource {
  final Path path;
  final OpenFile file;
  private final FileSystem.@Nullable Statistics statistics;
  final StreamCounters counters = StreamCounters.ofReads();

  /** The minimum size of the file. */
  private volatile long knownSize;

  /** Guarded by this. */
  private GigaInputStream stream;

  private volatile boolean closed;

  /**
   * @param file is closed with the stream
   * @param statistics of the file system
   */
  GigaFsInputStream(Path path, OpenFile file, FileSystem.@Nullable Statistics statistics) {
    this.path = path;
    this.file = file;
    this.statistics = statistics;
    this.knownSize = file.opened().size();
    this.stream = new GigaInputStream(file);
  }

  /**
   * Creates a stream with all kinds of reads that the running Hadoop supports.
   *
   * @param file is closed with the stream
   * @param statistics of the file system
   */
  public static GigaFsInputStream of(
      Path path, OpenFile file, FileSystem.@Nullable Statistics statistics) {
    return HadoopFeature.VECTORED_READS.isThere()
        ? new VectoredInputStream(path, file, statistics)
        : new GigaFsInputStream(path, file, statistics);
  }

  /** A read, which returns the number of bytes. */
  private interface Reading {
    int run() throws IOException;
  }

  private int counted(Reading reading) throws IOException {
    checkOpen();
    counters.add(STREAM_READ_OPERATIONS, 1);
    try {
      int count = reading.run();
      count(count);
      return count;
    } catch (GigaException e) {
      throw HadoopExceptions.ofLooking(path, e);
    }
  }

  final void count(int bytes) {
    if (bytes > 0) {
      counters.add(STREAM_READ_BYTES, bytes);
      if (statistics != null) {
        statistics.incrementBytesRead(bytes);
      }
    }
  }

  final void checkOpen() throws IOException {
    if (closed) {
      throw new IOException(path + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
    }
  }

  @Override
  public synchronized int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public synchronized int read(byte[] into, int offset, int length) throws IOException {
    return counted(() -> stream.read(into, offset, length));
  }

  @Override
  public synchronized int read(ByteBuffer into) throws IOException {
    if (!into.hasRemaining()) {
      checkOpen();
      return 0;
    }
    int count = read(stream.position(), into);
    if (count > 0) {
      stream.seek(stream.position() + count);
    }
    return count;
  }

  @Override
  public int read(long position, byte[] into, int offset, int length) throws IOException {
    checkOpen();
    validatePositionedReadArgs(position, into, offset, length);
    return length == 0 ? 0 : read(position, ByteBuffer.wrap(into, offset, length));
  }

  @Override
  public void readFully(long position, byte[] into, int offset, int length) throws IOException {
    checkOpen();
    validatePositionedReadArgs(position, into, offset, length);
    readFully(position, ByteBuffer.wrap(into, offset, length));
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    checkPosition(position);
    int start = into.position();
    return counted(
        () -> {
          int count = Awaiting.result(file.read(position, into));
          into.position(start + count);
          return count == 0 ? -1 : count;
        });
  }

  @Override
  public void readFully(long position, ByteBuffer into) throws IOException {
    if (into.hasRemaining()) {
      read(position, into);
    }
    if (into.hasRemaining()) {
      throw new EOFException(path + ": " + FSExceptionMessages.EOF_IN_READ_FULLY);
    }
  }

  private static void checkPosition(long position) throws EOFException {
    if (position < 0) {
      throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK);
    }
  }

  /** Queries the file's current size. */
  final long size() throws IOException {
    try {
      knownSize = Awaiting.result(file.stat()).size();
      return knownSize;
    } catch (GigaException e) {
      throw HadoopExceptions.ofLooking(path, e);
    }
  }

  @Override
  public synchronized void seek(long position) throws IOException {
    checkOpen();
    checkPosition(position);
    if (position > knownSize && position > size()) {
      throw new EOFException(path + ": " + FSExceptionMessages.CANNOT_SEEK_PAST_EOF);
    }
    counters.add(STREAM_READ_SEEK_OPERATIONS, 1);
    stream.seek(position);
  }

  @Override
  public synchronized long skip(long count) throws IOException {
    checkOpen();
    try {
      return stream.skip(count);
    } catch (GigaException e) {
      throw HadoopExceptions.ofLooking(path, e);
    }
  }

  @Override
  public synchronized long getPos() {
    return stream.position();
  }

  @Override
  public boolean seekToNewSource(long position) {
    return false;
  }

  /** The number of bytes left, by the last known size. */
  @Override
  public synchronized int available() throws IOException {
    checkOpen();
    return (int) Math.max(0, Math.min(knownSize - stream.position(), Integer.MAX_VALUE));
  }

  /** Releases buffers with bytes that were not read. */
  @Override
  public synchronized void unbuffer() {
    if (closed) {
      return;
    }
    counters.add(STREAM_READ_UNBUFFERED, 1);
    stream = at(stream.position());
  }

  /** Ignored: read-ahead adapts to the access pattern. */
  @Override
  public void setReadahead(@Nullable Long bytes) throws IOException {
    checkOpen();
    if (bytes != null && bytes < 0) {
      throw new IllegalArgumentException("cannot read " + bytes + " bytes ahead");
    }
  }

  /** Ignored: this process keeps no bytes that were read. */
  @Override
  public void setDropBehind(@Nullable Boolean drops) throws IOException {
    checkOpen();
  }

  private GigaInputStream at(long position) {
    GigaInputStream other = new GigaInputStream(file);
    try {
      other.seek(position);
    } catch (IOException e) {
      throw new AssertionError("position " + position + " of an open stream", e);
    }
    return other;
  }

  @Override
  public boolean hasCapability(String capability) {
    return switch (capability.toLowerCase(Locale.ROOT)) {
      case StreamCapabilities.UNBUFFER,
          StreamCapabilities.READBYTEBUFFER,
          StreamCapabilities.PREADBYTEBUFFER,
          StreamCapabilities.READAHEAD,
          StreamCapabilities.IOSTATISTICS ->
          true;
      default -> false;
    };
  }

  @Override
  public IOStatistics getIOStatistics() {
    return counters.statistics();
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      stream.close();
    } catch (GigaException e) {
      throw HadoopExceptions.ofLooking(path, e);
    }
  }

  @Override
  public String toString() {
    return "GigaFsInputStream(" + path + ", " + counters + ")";
  }
}
