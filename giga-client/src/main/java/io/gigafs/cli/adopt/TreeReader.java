package io.gigafs.cli.adopt;

import io.gigafs.cli.ErrorText;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileType;
import io.gigafs.volume.Volume;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Reads the directories of a tree, several at a time, the deepest first. The queue is bounded:
 * beyond that, the thread that finds a directory reads it.
 */
final class TreeReader implements AutoCloseable {
  /** Network file systems answer this many concurrent requests in the time of one. */
  private static final int READERS = 8;

  private static final int MAX_WAITING = 10_000;

  private final Adopter adopter;
  private final SourceTree tree;
  private final AdoptTotals totals;
  private final ExecutorService readers =
      Executors.newFixedThreadPool(
          READERS,
          work -> {
            Thread thread = new Thread(work, "giga-adopt-reader");
            thread.setDaemon(true);
            return thread;
          });
  private final Deque<AdoptedDirectory> waiting = new ArrayDeque<>();

  /** Number of directories that wait or are being read. */
  private int unread;

  TreeReader(Adopter adopter, SourceTree tree, AdoptTotals totals) {
    this.adopter = adopter;
    this.tree = tree;
    this.totals = totals;
  }

  /** Reads a directory and everything below it; returns when that is done. */
  void read(AdoptedDirectory top) throws IOException {
    add(top);
    List<Future<?>> ends = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      ends.add(readers.submit(this::readAll));
    }
    for (Future<?> end : ends) {
      await(end);
    }
  }

  private static void await(Future<?> end) throws IOException {
    try {
      end.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IOException(ErrorText.of(e), e);
    }
  }

  private void readAll() {
    AdoptedDirectory next = next();
    while (next != null) {
      try {
        read(next, adopter);
      } finally {
        done();
      }
      next = next();
    }
  }

  private synchronized void add(AdoptedDirectory directory) {
    unread++;
    waiting.push(directory);
    notifyAll();
  }

  /** The next directory to read; null once nothing is left. */
  private synchronized @Nullable AdoptedDirectory next() {
    try {
      while (waiting.isEmpty() && unread > 0) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
    return waiting.poll();
  }

  private synchronized void done() {
    unread--;
    notifyAll();
  }

  private synchronized boolean isCrowded() {
    return waiting.size() >= MAX_WAITING;
  }

  private void read(AdoptedDirectory directory, Adopter into) {
    List<Found> below = new ArrayList<>();
    boolean isDone = adopter.hasFailed() || (directory.parent() != null && into.isDone(directory));
    if (isDone) {
      totals.addDoneBefore();
    } else {
      readEntries(directory, below);
    }
    double share = directory.share() / (below.size() + 1);
    totals.addShare(share);
    for (Found each : below) {
      AdoptedDirectory child = into.enter(directory, each.source, each.name, share);
      if (isCrowded()) {
        read(child, into);
      } else {
        add(child);
      }
    }
    into.leave(directory);
  }

  /** A directory in a directory. */
  private record Found(SourceFile source, Name name) {}

  private void readEntries(AdoptedDirectory directory, List<Found> below) {
    SourceFile source = directory.source();
    boolean isTop = directory.parent() == null;
    Adopter.Batch batch = adopter.new Batch(directory);
    try {
      if (!isTop && tree.isVolume(source)) {
        adopter.skip(directory, source.path(), "it is a volume by itself");
        return;
      }
      directory.setXattrs(tree.xattrs(source));
      tree.list(source, new Entries(directory, batch, below));
    } catch (IOException e) {
      adopter.skip(directory, source.path(), reason(e));
    } finally {
      batch.send();
    }
  }

  /** Adopts the entries of a directory. */
  private final class Entries implements SourceTree.Visitor {
    private final AdoptedDirectory directory;
    private final Adopter.Batch batch;
    private final List<Found> below;

    Entries(AdoptedDirectory directory, Adopter.Batch batch, List<Found> below) {
      this.directory = directory;
      this.batch = batch;
      this.below = below;
    }

    @Override
    public boolean goesOn() {
      return !adopter.hasFailed();
    }

    @Override
    public void unusable(String path, String why) {
      adopter.skip(directory, path, why);
    }

    @Override
    public void found(String text, SourceFile file) {
      if (directory.parent() == null && text.startsWith(Volume.HIDDEN)) {
        return;
      }
      try {
        Name name = Name.of(text);
        if (file.type() == FileType.DIRECTORY) {
          below.add(new Found(file, name));
        } else {
          batch.add(file, name);
        }
      } catch (NoSuchFileException | FileNotFoundException e) {
        // gone since its directory was read: the same as if it had been removed before
      } catch (IOException | IllegalArgumentException e) {
        adopter.skip(directory, file.path(), reason(e));
      }
    }
  }

  private static String reason(Exception e) {
    return e instanceof AccessDeniedException ? "permission denied" : ErrorText.of(e);
  }

  @Override
  public void close() {
    readers.shutdownNow();
  }
}
