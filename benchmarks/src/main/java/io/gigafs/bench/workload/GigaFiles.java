package io.gigafs.bench.workload;

import io.gigafs.cli.Futures;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.index.Name;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A directory of a cluster, accessed with the Java client. */
public record GigaFiles(AsyncGigaClient client, GigaPath directory) implements FilePlace {
  private static final OpenOptions CREATE =
      OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.EXCLUSIVE).withMode(0644);

  @Override
  public OutFile create(String name) throws IOException {
    return new Open(Futures.await(client.open(directory.child(Name.of(name)), CREATE)));
  }

  private record Open(OpenFile file) implements OutFile {
    @Override
    public void write(long offset, ByteBuffer from) throws IOException {
      Futures.await(file.write(offset, from));
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
}
