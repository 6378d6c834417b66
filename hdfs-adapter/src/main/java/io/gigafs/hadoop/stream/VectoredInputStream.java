package io.gigafs.hadoop.stream;

import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES;
import static org.apache.hadoop.fs.statistics.StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS;

import io.gigafs.client.OpenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.jspecify.annotations.Nullable;

/** Adds vectored reads. Loaded only if Hadoop supports them. */
final class VectoredInputStream extends GigaFsInputStream {
  VectoredInputStream(Path path, OpenFile file, FileSystem.@Nullable Statistics statistics) {
    super(path, file, statistics);
  }

  @Override
  public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
      throws IOException {
    readVectored(ranges, allocate, unused -> {});
  }

  @Override
  public void readVectored(
      List<? extends FileRange> ranges,
      IntFunction<ByteBuffer> allocate,
      Consumer<ByteBuffer> release)
      throws IOException {
    checkOpen();
    Objects.requireNonNull(release, "release");
    counters.add(STREAM_READ_VECTORED_OPERATIONS, 1);
    counters.add(STREAM_READ_VECTORED_INCOMING_RANGES, ranges.size());
    new VectoredRead(path, file, allocate, release, this::count).read(ranges, size());
  }

  @Override
  public int minSeekForVectorReads() {
    return VectoredRead.MAX_GAP_BYTES;
  }

  @Override
  public boolean hasCapability(String capability) {
    return StreamCapabilities.VECTOREDIO.equalsIgnoreCase(capability)
        || super.hasCapability(capability);
  }
}
