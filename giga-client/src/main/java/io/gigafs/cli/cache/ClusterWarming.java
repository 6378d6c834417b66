package io.gigafs.cli.cache;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.ListedEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;

/** Warms files of a cluster, through a client in this process that has the cache. */
final class ClusterWarming implements WarmedFiles {
  private final GigaClient client;

  /** Takes ownership of the client. */
  ClusterWarming(GigaClient client) {
    this.client = client;
  }

  @Override
  public void check(String operand) throws IOException {
    client.stat(path(operand), Follow.YES);
  }

  private static GigaPath path(String operand) {
    Operand parsed = Operand.parse(operand);
    if (parsed.cluster() != null) {
      throw CommandException.usage(
          operand + ": with --cache a path is one in the cluster of -c, such as /datasets/train");
    }
    return parsed.path();
  }

  @Override
  public void visit(String operand, Visitor visitor) throws IOException {
    GigaPath start = path(operand);
    FileAttributes attributes = client.stat(start, Follow.YES);
    if (attributes.type() == FileType.REGULAR) {
      visitor.visit(new ClusterFile(start, attributes.size()));
    } else if (attributes.isDirectory()) {
      walk(start, visitor);
    }
  }

  private void walk(GigaPath start, Visitor visitor) throws IOException {
    Deque<GigaPath> directories = new ArrayDeque<>();
    directories.add(start);
    while (!directories.isEmpty()) {
      GigaPath directory = directories.removeLast();
      try (GigaClient.EntryIterator entries = client.list(directory, true)) {
        while (entries.hasNext()) {
          found(directory, entries.next(), directories, visitor);
        }
      } catch (UncheckedIOException e) {
        visitor.failed(text(directory), new IOException(ErrorText.of(e), e));
      } catch (IOException e) {
        visitor.failed(text(directory), e);
      }
    }
  }

  private void found(
      GigaPath directory, ListedEntry entry, Deque<GigaPath> directories, Visitor visitor)
      throws IOException {
    GigaPath path = directory.child(entry.name());
    if (entry.type() == FileType.DIRECTORY) {
      directories.add(path);
    } else if (entry.type() == FileType.REGULAR) {
      FileAttributes attributes = entry.attributes();
      visitor.visit(new ClusterFile(path, attributes == null ? 0 : attributes.size()));
    }
  }

  private static String text(GigaPath path) {
    return Operand.of(path).shown();
  }

  /** Closes the client, which saves the cache's index. */
  @Override
  public void close() {
    client.close();
  }

  private final class ClusterFile implements WarmedFile {
    private final GigaPath path;
    private final long size;

    ClusterFile(GigaPath path, long size) {
      this.path = path;
      this.size = size;
    }

    @Override
    public String name() {
      return text(path);
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public boolean warm(LongConsumer read) throws IOException {
      OpenFile file = client.open(path, OpenOptions.of(Flag.READ, Flag.NO_ACCESS_TIME));
      try {
        if (size > 0 && Futures.await(file.cachedBytes()) >= size) {
          return true;
        }
        int length = WarmedFiles.bufferBytes(size);
        ByteBuffer into = ByteBuffer.allocateDirect(length);
        long offset = 0;
        int got = length;
        while (got == length) {
          got = Futures.await(file.read(offset, into.clear()));
          offset += got;
          read.accept(got);
        }
        // Waits for the cache: blocks that it has not stored when the client is closed are lost.
        Futures.await(file.cachedBytes());
        return false;
      } finally {
        Futures.await(file.closeAsync());
      }
    }
  }
}
