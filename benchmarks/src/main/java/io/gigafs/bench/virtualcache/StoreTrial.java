package io.gigafs.bench.virtualcache;

import io.gigafs.bench.experiment.Run;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures one store: starts its server, if it has one, and a client, runs all cells, and tests a
 * restart. A process that does not start, or ends, is restarted for the next cell. Not thread-safe.
 */
final class StoreTrial implements AutoCloseable {
  private final StoreKind kind;
  private final Settings settings;
  private final Path directory;
  private @Nullable StoreServer server;
  private @Nullable TestClient client;

  /**
   * The common settings of all stores.
   *
   * @param directory for their data
   * @param memoryBytes limit of a server for values
   * @param heapBytes of a client that takes values as arrays
   * @param limitSeconds time limit of a cell
   * @param warmSeconds warm-up time of each client
   * @param rounds number of runs of each cell, of which the median counts
   * @param couchbase address of Couchbase, if there is one
   */
  record Settings(
      Path directory,
      long memoryBytes,
      long heapBytes,
      long limitSeconds,
      long warmSeconds,
      int rounds,
      @Nullable URI couchbase) {}

  StoreTrial(StoreKind kind, Settings settings) {
    this.kind = kind;
    this.settings = settings;
    this.directory = settings.directory().resolve(kind.toString());
  }

  /** Measures a cell. */
  CellResult measure(Run run, TestCell cell) throws InterruptedException {
    List<CellResult> rounds = new ArrayList<>();
    for (int round = 0; round < settings.rounds(); round++) {
      CellResult result = once(run, cell);
      if (!result.isWhole()) {
        return result;
      }
      rounds.add(result);
    }
    rounds.sort(Comparator.comparingDouble(CellResult::seconds));
    return rounds.get(rounds.size() / 2);
  }

  private CellResult once(Run run, TestCell cell) throws InterruptedException {
    try {
      TestClient testClient = client();
      StoreServer storeServer = server;
      if (storeServer != null) {
        PeakMemory.reset(storeServer.pid());
      }
      CellResult result =
          run.during(() -> kind.title() + ", " + cell.title(), () -> testClient.run(cell));
      if (kind == StoreKind.NATIVE || kind == StoreKind.SERVICE) {
        result = result.withFiles(fileBytes());
      }
      return storeServer == null || !storeServer.isAlive()
          ? result
          : result.withServer(PeakMemory.bytes(storeServer.pid()));
    } catch (IOException e) {
      String failure = TestProgram.text(e);
      StoreServer storeServer = server;
      boolean serverEnded = storeServer != null && !storeServer.isAlive();
      close();
      return CellResult.failed(serverEnded ? failure + "; the server ended" : failure);
    }
  }

  private long fileBytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.toList()) {
        bytes += Files.isRegularFile(file) ? file.toFile().length() : 0;
      }
    }
    return bytes;
  }

  /** The client. Starts it with its server, and warms it up, if it is not running. */
  private TestClient client() throws IOException, InterruptedException {
    if (client != null && client.isAlive() && (server == null || server.isAlive())) {
      return client;
    }
    close();
    StoreServer newServer =
        kind.hasServer() ? StoreServer.start(kind, directory, settings.memoryBytes()) : null;
    server = newServer;
    TestClient newClient = startClient(newServer == null ? uri() : newServer.uri());
    client = newClient;
    newClient.ask("warm " + settings.warmSeconds());
    return newClient;
  }

  private TestClient startClient(URI uri) throws IOException {
    Files.createDirectories(settings.directory());
    return TestClient.start(
        uri,
        settings.directory().resolve(kind + "-client.log"),
        settings.heapBytes(),
        settings.limitSeconds());
  }

  /** The address of a store without a server of this experiment. */
  private URI uri() throws IOException {
    if (kind == StoreKind.COUCHBASE) {
      if (settings.couchbase() == null) {
        throw new IOException(
            "not measured: no registry of packages has its server; -P couchbase= says where one"
                + " is");
      }
      return settings.couchbase();
    }
    return URI.create(
        kind.scheme() + ":" + directory.toAbsolutePath() + "?memory=" + settings.memoryBytes());
  }

  /** Fills the store, shuts it down cleanly, and restarts it. */
  StoreComparison.Survival restart(Run run, int values, long valueBytes)
      throws InterruptedException {
    if (kind == StoreKind.COUCHBASE) {
      return new StoreComparison.Survival(0, 0, 0, values, "not restarted: it runs elsewhere");
    }
    try {
      return run.during(
          () -> kind.title() + ", restart", () -> survival(values, values + " " + valueBytes));
    } catch (IOException e) {
      close();
      return new StoreComparison.Survival(0, 0, 0, values, TestProgram.text(e));
    }
  }

  private StoreComparison.Survival survival(int values, String amount)
      throws IOException, InterruptedException {
    client().ask("fill " + amount);
    long stopped = System.nanoTime();
    client().ask("save");
    close();
    double saveSeconds = (System.nanoTime() - stopped) / 1e9;
    long began;
    TestClient newClient;
    if (kind.hasServer()) {
      // The client is already running, as other clients are when their server restarts.
      int port = StoreServer.freePort(kind);
      newClient = startClient(StoreServer.uri(kind, port));
      client = newClient;
      newClient.ask("hello");
      began = System.nanoTime();
      server = StoreServer.begin(kind, directory, port, settings.memoryBytes());
    } else {
      began = System.nanoTime();
      newClient = startClient(uri());
      client = newClient;
    }
    newClient.ask("await " + amount);
    double servesSeconds = (System.nanoTime() - began) / 1e9;
    long left = Long.parseLong(newClient.ask("count " + amount));
    return new StoreComparison.Survival(saveSeconds, servesSeconds, left, values, "");
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
      client = null;
    }
    if (server != null) {
      server.close();
      server = null;
    }
  }
}
