package io.gigafs.cli.cache;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.Futures;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.tree.ClusterTree;
import io.gigafs.tree.OrderedWalk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

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
    OrderedWalk<GigaPath, ListedEntry, ListedEntry> walk =
        new OrderedWalk<>(new ClusterTree(client.async(), true), new Found(visitor));
    walk.walk(start);
  }

  /** Passes on regular files. */
  private final class Found implements OrderedWalk.Visitor<GigaPath, ListedEntry, ListedEntry> {
    private final Visitor visitor;

    Found(Visitor visitor) {
      this.visitor = visitor;
    }

    @Override
    public CompletableFuture<ListedEntry> ask(GigaPath directory, ListedEntry entry) {
      return CompletableFuture.completedFuture(entry);
    }

    @Override
    public @Nullable GigaPath accept(GigaPath directory, ListedEntry listed, ListedEntry entry)
        throws IOException {
      GigaPath path = directory.child(entry.name());
      if (entry.type() == FileType.REGULAR) {
        FileAttributes attributes = entry.attributes();
        visitor.visit(new ClusterFile(path, attributes == null ? 0 : attributes.size()));
      }
      return entry.type() == FileType.DIRECTORY ? path : null;
    }

    @Override
    public @Nullable GigaPath failed(
        GigaPath directory, @Nullable ListedEntry entry, Throwable thrown) {
      GigaPath path = entry == null ? directory : directory.child(entry.name());
      visitor.failed(text(path), new IOException(ErrorText.of(thrown), thrown));
      return null;
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
