package io.gigafs.hadoop.stream;

import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_WRITE_BYTES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_WRITE_EXCEPTIONS;

import io.gigafs.client.GigaOutputStream;
import io.gigafs.hadoop.failure.HadoopExceptions;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;

/**
 * Writes a file: {@link #hflush} makes the bytes visible to all other clients, {@link #hsync}
 * writes them to disks. A failure is sticky: close reports it, too. For one thread at a time,
 * except for close, which any thread may call.
 */
public final class GigaFsOutputStream extends OutputStream
    implements Syncable, StreamCapabilities, IOStatisticsSource {
  /** Hadoop's constant is deprecated in favour of {@link Syncable}, but programs still use it. */
  private static final String HFLUSH = "hflush";

  private final Path path;
  private final GigaOutputStream out;
  private final boolean syncsAtClose;
  private final StreamCounters counters = StreamCounters.ofWrites();
  private boolean closed;

  /**
   * @param syncsAtClose whether closing syncs the file to disks
   */
  public GigaFsOutputStream(Path path, GigaOutputStream out, boolean syncsAtClose) {
    this.path = path;
    this.out = out;
    this.syncsAtClose = syncsAtClose;
  }

  /** A step that may fail. */
  private interface Step {
    void run() throws GigaException;
  }

  private synchronized void open(Step step) throws IOException {
    if (closed) {
      throw new IOException(path + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
    }
    counted(step);
  }

  private void counted(Step step) throws IOException {
    try {
      step.run();
    } catch (GigaException e) {
      counters.add(STREAM_WRITE_EXCEPTIONS, 1);
      throw HadoopExceptions.of(path, e);
    }
  }

  @Override
  public void write(int value) throws IOException {
    open(() -> out.write(value));
    counters.add(STREAM_WRITE_BYTES, 1);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    open(() -> out.write(from, offset, length));
    counters.add(STREAM_WRITE_BYTES, length);
  }

  /** Passes all bytes to the client, without a guarantee for others. */
  @Override
  public void flush() throws IOException {
    open(out::flush);
  }

  @Override
  public void hflush() throws IOException {
    open(out::publish);
  }

  @Override
  public void hsync() throws IOException {
    open(out::sync);
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (syncsAtClose) {
        counted(out::sync);
      }
    } finally {
      counted(out::close);
    }
  }

  @Override
  public boolean hasCapability(String capability) {
    return switch (capability.toLowerCase(Locale.ROOT)) {
      case HFLUSH, StreamCapabilities.HSYNC, StreamCapabilities.IOSTATISTICS -> true;
      default -> false;
    };
  }

  @Override
  public IOStatistics getIOStatistics() {
    return counters.statistics();
  }

  @Override
  public String toString() {
    return "GigaFsOutputStream(" + path + ", " + counters + ")";
  }
}
