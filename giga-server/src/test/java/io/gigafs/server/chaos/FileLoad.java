package io.gigafs.server.chaos;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.GigaException;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Clients of this process that write, overwrite, read and remove files, small ones and large ones
 * on volumes, until they are stopped; then every byte is compared. Any failure is a fault: no
 * operation may time out. Not thread-safe.
 */
final class FileLoad implements Closeable {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final int WORKERS = 4;
  private static final int MAX_FILES_EACH = 60;
  private static final int MAX_SMALL_BYTES = 30_000;
  private static final int MIN_LARGE_BYTES = 100_000;
  private static final int MAX_LARGE_BYTES = 600_000;
  private static final int MAX_PAUSE_MILLIS = 20;

  private final List<Endpoint> servers;
  private final List<Worker> workers = new ArrayList<>();
  private final List<String> faults = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean stopping;

  /** The contents of a file, derived from a seed. */
  private record Contents(long seed, int length) {
    byte[] bytes() {
      byte[] bytes = new byte[length];
      new SplittableRandom(seed).nextBytes(bytes);
      return bytes;
    }
  }

  private FileLoad(List<Endpoint> servers) {
    this.servers = servers;
  }

  /** Starts clients; each has created its directory on return. */
  static FileLoad start(List<Endpoint> servers, long seed) throws GigaException {
    FileLoad load = new FileLoad(servers);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < WORKERS; i++) {
      load.workers.add(load.new Worker(i, random.split()));
    }
    load.workers.forEach(Worker::start);
    return load;
  }

  private GigaClient connect() throws GigaException {
    return connect(servers);
  }

  /** A client that is not part of a load. */
  static GigaClient connect(List<Endpoint> servers) throws GigaException {
    return GigaClients.connect(ClientSettings.builder(servers).timeout(TIMEOUT).build());
  }

  /** Stops the clients and reads all their files with a new one; returns the faults. */
  List<String> stop() throws GigaException, InterruptedException {
    stopping = true;
    for (Worker worker : workers) {
      worker.join();
    }
    try (GigaClient reader = connect()) {
      for (Worker worker : workers) {
        for (Map.Entry<String, Contents> file : worker.files.entrySet()) {
          compare(reader, file.getKey(), file.getValue());
        }
      }
    }
    return List.copyOf(faults);
  }

  /** The number of files and of operations. */
  String figures() {
    int files = workers.stream().mapToInt(worker -> worker.files.size()).sum();
    long operations = workers.stream().mapToLong(worker -> worker.operations).sum();
    return files + " files, " + operations + " operations";
  }

  private void compare(GigaClient client, String path, Contents contents) {
    try {
      byte[] found = client.readFile(GigaPath.parse(path));
      byte[] written = contents.bytes();
      int differs = Arrays.mismatch(found, written);
      if (differs >= 0) {
        faults.add(
            "%s has %d bytes, not %d, and differs at %d"
                .formatted(path, found.length, written.length, differs));
      }
    } catch (GigaException e) {
      faults.add(path + " cannot be read: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    stopping = true;
    workers.forEach(Worker::interrupt);
  }

  /** A worker that performs one operation after the other on its own files. */
  private final class Worker extends Thread {
    private final String directory;
    private final SplittableRandom random;
    private final GigaClient client;
    private final Map<String, Contents> files = new TreeMap<>();
    private int made;
    private long operations;

    Worker(int number, SplittableRandom random) throws GigaException {
      super("file-worker-" + number);
      setDaemon(true);
      this.directory = "/files" + number;
      this.random = random;
      this.client = connect();
      client.makeDirectory(GigaPath.parse(directory), 0755);
    }

    @Override
    public void run() {
      try (client) {
        while (!stopping) {
          act();
          operations++;
          sleep(random.nextInt(MAX_PAUSE_MILLIS));
        }
      } catch (GigaException | RuntimeException e) {
        faults.add(getName() + " failed: " + e.getMessage());
      } catch (InterruptedException e) {
        // the load is closed
      }
    }

    private void act() throws GigaException {
      int dice = random.nextInt(10);
      if (files.isEmpty() || (dice < 4 && files.size() < MAX_FILES_EACH)) {
        write(directory + "/f" + made++);
      } else if (dice < 6) {
        write(any());
      } else if (dice < 7) {
        String path = any();
        client.unlink(GigaPath.parse(path));
        files.remove(path);
      } else {
        String path = any();
        compare(client, path, files.getOrDefault(path, new Contents(0, 0)));
      }
    }

    private void write(String path) throws GigaException {
      boolean isLarge = random.nextInt(3) > 0;
      int length =
          isLarge
              ? random.nextInt(MIN_LARGE_BYTES, MAX_LARGE_BYTES)
              : random.nextInt(MAX_SMALL_BYTES);
      Contents contents = new Contents(random.nextLong(), length);
      client.writeFile(GigaPath.parse(path), 0644, contents.bytes(), false);
      files.put(path, contents);
    }

    private String any() {
      return List.copyOf(files.keySet()).get(random.nextInt(files.size()));
    }
  }
}
