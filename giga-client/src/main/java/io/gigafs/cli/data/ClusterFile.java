package io.gigafs.cli.data;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.AttributeChange;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file of a cluster. */
public final class ClusterFile implements DataFile {
  private final OpenFile file;

  private ClusterFile(OpenFile file) {
    this.file = file;
  }

  public static ClusterFile open(GigaClient client, GigaPath path, OpenOptions options)
      throws IOException {
    return new ClusterFile(client.open(path, options));
  }

  @Override
  public int read(long offset, ByteBuffer into) throws IOException {
    return Futures.await(file.read(offset, into));
  }

  @Override
  public void write(long offset, ByteBuffer from) throws IOException {
    Futures.await(file.write(offset, from));
  }

  @Override
  public void truncate(long size) throws IOException {
    Futures.await(file.setAttributes(AttributeChange.ofSize(size)));
  }

  /** fstat(2). */
  public FileAttributes attributes() throws IOException {
    return Futures.await(file.stat());
  }

  /** The current size of the file. */
  public long size() throws IOException {
    return attributes().size();
  }

  @Override
  public void sync() throws IOException {
    Futures.await(file.sync());
  }

  @Override
  public void close() throws IOException {
    Futures.await(file.closeAsync());
  }
}
