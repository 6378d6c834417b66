package io.gigafs.load;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The workloads on the numbered files of one directory. */
public final class DirectoryWorkloads {
  private static final int MODE = 0644;
  private static final int DIRECTORY_MODE = 0755;

  private final AsyncGigaClient client;
  private final GigaPath directory;

  public DirectoryWorkloads(AsyncGigaClient client, GigaPath directory) {
    this.client = client;
    this.directory = directory;
  }

  /** Creates each file; it must not exist. */
  public Workload<FileAttributes> create() {
    return single(path -> client.create(path, MODE, true));
  }

  /** Creates files, many with one request. */
  public Workload<List<BulkOutcome>> createInBulk() {
    return new BulkCreate();
  }

  /** Queries the attributes of each file. */
  public Workload<FileAttributes> stat() {
    return single(client::stat);
  }

  /** Creates a directory for each name; it must not exist. */
  public Workload<FileAttributes> makeDirectories() {
    return single(path -> client.makeDirectory(path, DIRECTORY_MODE));
  }

  /** Removes each file. */
  public Workload<Void> unlink() {
    return single(client::unlink);
  }

  /** An operation on one path. */
  interface PathOperation<T> {
    CompletableFuture<T> send(GigaPath path);
  }

  <T> Workload<T> single(PathOperation<T> operation) {
    return new Workload<>() {
      @Override
      public CompletableFuture<T> send(long from, long to) {
        return operation.send(path(from));
      }

      @Override
      public String describe(long number) {
        return path(number).toString();
      }
    };
  }

  GigaPath path(long number) {
    return directory.child(NumberedNames.of(number));
  }

  private final class BulkCreate implements Workload<List<BulkOutcome>> {
    @Override
    public CompletableFuture<List<BulkOutcome>> send(long from, long to) {
      List<Name> names = new ArrayList<>((int) (to - from));
      for (long number = from; number < to; number++) {
        names.add(NumberedNames.of(number));
      }
      return client.createAll(directory, names, MODE, true);
    }

    @Override
    public String describe(long number) {
      return path(number).toString();
    }

    @Override
    public int failures(long from, List<BulkOutcome> outcomes, Consumer<String> reasons) {
      int failed = 0;
      for (int i = 0; i < outcomes.size(); i++) {
        ErrorCode error = outcomes.get(i).error();
        if (error != null) {
          failed++;
          reasons.accept(describe(from + i) + ": " + error.message());
        }
      }
      return failed;
    }
  }
}
