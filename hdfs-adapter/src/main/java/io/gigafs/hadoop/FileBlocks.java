package io.gigafs.hadoop;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Awaiting;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.GigaException;
import io.gigafs.volume.Volume.DataBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.fs.BlockLocation;

/**
 * Locations of files' bytes, for locality-aware programs. Bytes without known locations are
 * reported at localhost, Hadoop's convention for storage without locality.
 */
record FileBlocks(AsyncGigaClient client) {
  private static final String NOWHERE = "localhost";
  private static final String NOWHERE_ADDRESS = NOWHERE + ":9866";
  private static final BlockLocation[] NONE = {};

  /**
   * The blocks that contain a range of a file, complete and without gaps, in the order of their
   * offsets. Of a file that is gone, or that the user may not read, no locations are known.
   *
   * @param size of the file in bytes; no block extends beyond it
   */
  CompletableFuture<BlockLocation[]> of(GigaPath path, long size, long start, long length) {
    if (size <= start) {
      return CompletableFuture.completedFuture(NONE);
    }
    CompletableFuture<List<DataBlock>> asked = client.blocks(path, size);
    if (asked.isDone() && !asked.isCompletedExceptionally() && asked.join().isEmpty()) {
      // This is the case for each small file of a listing, without a request.
      return CompletableFuture.completedFuture(
          new BlockLocation[] {location(new DataBlock(0, size, List.of()))});
    }
    return asked
        .handle(FileBlocks::toldOrHidden)
        .thenCompose(Function.identity())
        .thenApply(reported -> holding(whole(reported, size), start, length));
  }

  private static CompletableFuture<List<DataBlock>> toldOrHidden(
      List<DataBlock> reported, Throwable failure) {
    if (failure == null) {
      return CompletableFuture.completedFuture(reported);
    }
    GigaException cause = Awaiting.causeOf(failure);
    return switch (cause.code()) {
      case ENOENT, ENOTDIR, ESTALE, EACCES -> CompletableFuture.completedFuture(List.of());
      default -> CompletableFuture.failedFuture(cause);
    };
  }

  /** The whole file in blocks, with gaps in the answer filled. */
  private static List<DataBlock> whole(List<DataBlock> reported, long size) {
    List<DataBlock> whole = new ArrayList<>();
    long end = 0;
    for (DataBlock block : reported) {
      long last = Math.min(size, block.offset() + block.length());
      if (block.offset() < end || last <= block.offset()) {
        continue;
      }
      if (block.offset() > end) {
        whole.add(new DataBlock(end, block.offset() - end, List.of()));
      }
      whole.add(new DataBlock(block.offset(), last - block.offset(), block.copies()));
      end = last;
    }
    if (end < size) {
      whole.add(new DataBlock(end, size - end, List.of()));
    }
    return whole;
  }

  private static BlockLocation[] holding(List<DataBlock> blocks, long start, long length) {
    return blocks.stream()
        .filter(block -> block.offset() + block.length() > start)
        .filter(block -> block.offset() - start < Math.max(1, length))
        .map(FileBlocks::location)
        .toArray(BlockLocation[]::new);
  }

  private static BlockLocation location(DataBlock block) {
    List<DataBlock.Copy> copies = block.copies();
    if (copies.isEmpty()) {
      return new BlockLocation(
          new String[] {NOWHERE_ADDRESS}, new String[] {NOWHERE}, block.offset(), block.length());
    }
    return new BlockLocation(
        texts(copies, DataBlock.Copy::address),
        texts(copies, DataBlock.Copy::host),
        texts(copies.stream().filter(DataBlock.Copy::inMemory).toList(), DataBlock.Copy::host),
        racks(copies),
        block.offset(),
        block.length(),
        false);
  }

  /** A path for each copy or none at all, as readers expect. */
  private static String[] racks(List<DataBlock.Copy> copies) {
    return copies.stream().anyMatch(copy -> copy.rack().isEmpty())
        ? new String[0]
        : texts(copies, DataBlock.Copy::rack);
  }

  private static String[] texts(
      List<DataBlock.Copy> copies, Function<DataBlock.Copy, String> text) {
    return copies.stream().map(text).toArray(String[]::new);
  }
}
