package io.gigafs.hadoop;

import io.gigafs.client.Awaiting;
import io.gigafs.hadoop.failure.HadoopExceptions;
import io.gigafs.protocol.GigaException;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/**
 * A listing with block locations, which are requested {@value #FILES_AHEAD} files ahead. For one
 * thread.
 */
final class LocatedListing implements RemoteIterator<LocatedFileStatus>, Closeable {
  private static final int FILES_AHEAD = 64;

  private final RemoteIterator<FileStatus> each;
  private final FileBlocks blocks;
  private final Queue<Asked> ahead = new ArrayDeque<>();

  /** A file whose blocks were requested; null if it has none. */
  private record Asked(
      GigaFileStatus status, @Nullable CompletableFuture<BlockLocation[]> blocks) {}

  /**
   * @param each statuses of this file system
   */
  LocatedListing(RemoteIterator<FileStatus> each, FileBlocks blocks) {
    this.each = each;
    this.blocks = blocks;
  }

  @Override
  public boolean hasNext() throws IOException {
    while (ahead.size() < FILES_AHEAD && each.hasNext()) {
      ahead.add(ask((GigaFileStatus) each.next()));
    }
    return !ahead.isEmpty();
  }

  private Asked ask(GigaFileStatus status) throws IOException {
    long size = status.getLen();
    return new Asked(
        status,
        status.isFile() ? blocks.of(HadoopPaths.of(status.getPath()), size, 0, size) : null);
  }

  @Override
  public LocatedFileStatus next() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException("no more entries");
    }
    Asked next = ahead.remove();
    Path path = next.status().getPath();
    try {
      return next.status().located(next.blocks() == null ? null : Awaiting.result(next.blocks()));
    } catch (GigaException e) {
      throw HadoopExceptions.ofLooking(path, e);
    }
  }

  @Override
  public void close() throws IOException {
    if (each instanceof Closeable open) {
      open.close();
    }
  }
}
