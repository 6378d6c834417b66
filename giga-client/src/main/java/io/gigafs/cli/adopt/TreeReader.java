package io.gigafs.cli.adopt;

import io.gigafs.cli.ErrorText;
import io.gigafs.cli.local.LocalNames;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileType;
import io.gigafs.volume.Volume;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Reads the directories of a tree, several at a time, the deepest first. What waits to be read is
 * bounded: beyond that, who finds a directory reads it.
 */
final class TreeReader implements AutoCloseable {
  /** Network file systems answer so many questions at once in the time of one. */
  private static final int READERS = 8;

  private static final int MAX_WAITING = 10_000;
  private static final String MARK = Volume.HIDDEN + "volume";

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

  /** How many directories wait or are being read. */
  private int unread;

  TreeReader(Adopter adopter, SourceTree tree, AdoptTotals totals) {
    this.adopter = adopter;
    this.tree = tree;
    this.totals = totals;
  }

  /** Reads a directory and all below it; returns when that is done. */
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

  /** The next one to read, null once nothing is left. */
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
    Path path = directory.source().path();
    boolean isTop = directory.parent() == null;
    if (!isTop && Files.exists(path.resolve(MARK), LinkOption.NOFOLLOW_LINKS)) {
      adopter.skip(directory, path.toString(), "it is a volume by itself");
      return;
    }
    Adopter.Batch batch = adopter.new Batch(directory);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      directory.setXattrs(tree.xattrs(directory.source()));
      for (Path entry : entries) {
        if (adopter.hasFailed()) {
          return;
        }
        if (!isTop || !String.valueOf(entry.getFileName()).startsWith(Volume.HIDDEN)) {
          take(directory, entry, batch, below);
        }
      }
    } catch (DirectoryIteratorException e) {
      adopter.skip(directory, path.toString(), reason(e.getCause()));
    } catch (IOException e) {
      adopter.skip(directory, path.toString(), reason(e));
    } finally {
      batch.send();
    }
  }

  private void take(AdoptedDirectory directory, Path path, Adopter.Batch batch, List<Found> below) {
    String text = LocalNames.lastName(path);
    if (text == null) {
      adopter.skip(
          directory, path.toString(), "its name is not UTF-8; rename it to have it adopted");
      return;
    }
    try {
      Name name = Name.of(text.getBytes(StandardCharsets.UTF_8));
      SourceFile file = SourceFile.read(path);
      if (file.type() == FileType.DIRECTORY) {
        below.add(new Found(file, name));
      } else {
        batch.add(file, name);
      }
    } catch (NoSuchFileException e) {
      // gone since its directory was read: as if it had been gone before
    } catch (IOException e) {
      adopter.skip(directory, path.toString(), reason(e));
    }
  }

  private static String reason(@Nullable IOException e) {
    if (e == null) {
      return "it cannot be read";
    }
    return e instanceof AccessDeniedException ? "permission denied" : ErrorText.of(e);
  }

  @Override
  public void close() {
    readers.shutdownNow();
  }
}
