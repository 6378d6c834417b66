package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.AbstractThrowableAssert;

/** Base of the client tests: a fake cluster and calls that wait for their results. */
public abstract class ClientTestBase {
  protected static final Caller ALICE = new Caller(1000, 100);
  protected static final Caller BOB = new Caller(1001, 100);
  protected static final Caller CAROL = new Caller(1002, 200);

  protected FakeCluster cluster = new FakeCluster(1, 4, 8, 1_000);
  protected AsyncGigaClient client = cluster.client();

  /** Replaces the cluster and its client. */
  protected void use(FakeCluster other) {
    cluster = other;
    client = cluster.client();
  }

  protected static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  protected <T> T await(CompletableFuture<T> future) throws GigaException {
    return cluster.time().await(future);
  }

  protected FileAttributes stat(String path) throws GigaException {
    return await(client.stat(path(path)));
  }

  protected FileAttributes create(String path) throws GigaException {
    return await(client.create(path(path), 0644, true));
  }

  protected FileAttributes makeDirectory(String path) throws GigaException {
    return makeDirectory(path, 0755);
  }

  protected FileAttributes makeDirectory(String path, int mode) throws GigaException {
    return await(client.makeDirectory(path(path), mode));
  }

  /** Creates the files f0, f1, ... in a directory. */
  protected List<Name> createFiles(String directory, int count) throws GigaException {
    List<Name> names = names("f", count);
    List<CompletableFuture<FileAttributes>> files = new ArrayList<>();
    for (Name name : names) {
      files.add(client.create(path(directory).child(name), 0644, true));
    }
    for (CompletableFuture<FileAttributes> file : files) {
      await(file);
    }
    return names;
  }

  protected static List<Name> names(String prefix, int count) {
    List<Name> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(Name.of(prefix + i));
    }
    return names;
  }

  protected List<ListedEntry> list(String path, boolean attributes) throws GigaException {
    List<ListedEntry> all = new ArrayList<>();
    Listing listing = await(client.list(path(path), attributes));
    while (true) {
      List<ListedEntry> page = await(listing.nextPage());
      if (page.isEmpty()) {
        return all;
      }
      all.addAll(page);
    }
  }

  protected static List<Name> namesOf(List<ListedEntry> entries) {
    return entries.stream().map(ListedEntry::name).toList();
  }

  /** The requests that arrived during a step. */
  protected List<Request<?>> requestsOf(Step step) throws GigaException {
    int before = cluster.arrived.size();
    step.run();
    return List.copyOf(cluster.arrived.subList(before, cluster.arrived.size()));
  }

  protected AbstractThrowableAssert<?, ? extends Throwable> assertFails(
      CompletableFuture<?> future) {
    return assertThatThrownBy(() -> await(future)).isInstanceOf(GigaException.class);
  }

  /** A step that may fail with a GigaException. */
  protected interface Step {
    void run() throws GigaException;
  }
}
