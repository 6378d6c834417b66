package io.gigafs.load;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Awaiting;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.FileContents;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.ListedEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A directory of a cluster. */
public final class GigaPlace implements DataPlace {
  private static final int MODE = 0644;
  private static final OpenOptions CREATE =
      OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.EXCLUSIVE).withMode(MODE);
  private static final OpenOptions OVERWRITE =
      OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.TRUNCATE).withMode(MODE);

  private final AsyncGigaClient client;
  private final GigaPath directory;

  public GigaPlace(AsyncGigaClient client, GigaPath directory) {
    this.client = client;
    this.directory = directory;
  }

  private GigaPath path(long number) {
    return directory.child(NumberedNames.of(number));
  }

  @Override
  public Stream create(String name) throws IOException {
    return open(name, CREATE);
  }

  @Override
  public Stream open(String name, boolean writes) throws IOException {
    return open(name, writes ? OVERWRITE : OpenOptions.READ);
  }

  private Stream open(String name, OpenOptions options) throws IOException {
    return new GigaStream(Awaiting.result(client.open(directory.child(Name.of(name)), options)));
  }

  private record GigaStream(OpenFile file) implements Stream {
    @Override
    public void write(long offset, ByteBuffer from) throws IOException {
      Awaiting.result(file.write(offset, from));
    }

    @Override
    public void read(long offset, ByteBuffer into) throws IOException {
      Awaiting.result(file.read(offset, into));
    }

    @Override
    public void sync() throws IOException {
      Awaiting.result(file.sync());
    }

    @Override
    public void close() throws IOException {
      Awaiting.result(file.closeAsync());
    }
  }

  @Override
  public CompletableFuture<?> write(long number, byte[] bytes, boolean sync) {
    return client.writeFile(path(number), MODE, bytes, sync);
  }

  @Override
  public CompletableFuture<?> writeAll(long from, List<byte[]> contents, boolean sync) {
    List<Name> names = new ArrayList<>(contents.size());
    for (int i = 0; i < contents.size(); i++) {
      names.add(NumberedNames.of(from + i));
    }
    return client
        .writeAll(directory, names, contents, MODE, sync)
        .thenApply(
            outcomes -> {
              for (BulkOutcome outcome : outcomes) {
                check(outcome.error());
              }
              return outcomes;
            });
  }

  private void check(@Nullable ErrorCode error) {
    if (error != null) {
      throw new CompletionException(error.exception(directory.toString()));
    }
  }

  @Override
  public CompletableFuture<byte[]> read(long number) {
    return client.readFile(path(number));
  }

  @Override
  public CompletableFuture<List<byte[]>> readAll(List<Long> numbers) {
    return client
        .readAll(directory, numbers.stream().map(NumberedNames::of).toList())
        .thenApply(
            all -> {
              List<byte[]> read = new ArrayList<>(all.size());
              for (FileContents contents : all) {
                check(contents.error());
                if (contents.bytes() != null) {
                  read.add(contents.bytes());
                }
              }
              return read;
            });
  }

  @Override
  public List<Long> listed() throws IOException {
    List<Long> numbers = new ArrayList<>();
    try (Listing listing = Awaiting.result(client.list(directory, false))) {
      for (List<ListedEntry> page = Awaiting.result(listing.nextPage());
          !page.isEmpty();
          page = Awaiting.result(listing.nextPage())) {
        for (ListedEntry entry : page) {
          long number = NumberedNames.numberOf(entry.name());
          if (number >= 0) {
            numbers.add(number);
          }
        }
      }
    }
    return numbers;
  }

  @Override
  public CompletableFuture<?> remove(String name) {
    return client
        .unlink(directory.child(Name.of(name)))
        .exceptionallyCompose(
            failure ->
                Awaiting.causeOf(failure).code() == ErrorCode.ENOENT
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(failure));
  }

  @Override
  public String describe(long number) {
    return path(number).toString();
  }
}
