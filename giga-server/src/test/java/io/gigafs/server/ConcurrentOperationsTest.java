package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Eight threads with one request each use one directory that splits all the time; every answer must
 * agree with a reference model.
 *
 * <p>Each thread has names of its own, whose model it keeps, and shared names, each of which
 * exactly one thread may create.
 */
class ConcurrentOperationsTest {
  private static final int THREADS = 8;
  private static final int STEPS = 600;
  private static final int OWN_NAMES = 150;
  private static final int SHARED_NAMES = 300;
  private static final GigaPath DIRECTORY = GigaPath.parse("/d");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyAnswerAgreesWithTheModel(long seed) throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 4, 16, 20)) {
      cluster.client().makeDirectory(DIRECTORY, 0755);
      AtomicInteger[] winners = new AtomicInteger[SHARED_NAMES];
      for (int i = 0; i < SHARED_NAMES; i++) {
        winners[i] = new AtomicInteger();
      }
      List<Worker> workers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        workers.add(new Worker(cluster.client(), i, new Random(seed * THREADS + i), winners));
      }
      runAll(workers);
      Set<String> expected = new HashSet<>();
      for (Worker worker : workers) {
        expected.addAll(worker.model.keySet());
      }
      for (int i = 0; i < SHARED_NAMES; i++) {
        assertThat(winners[i].get()).isEqualTo(1);
        expected.add("shared" + i);
      }
      assertThat(names(cluster.client())).isEqualTo(expected);
      assertThat(cluster.client().stat(DIRECTORY).size()).isEqualTo(expected.size());
    }
  }

  private static void runAll(List<Worker> workers) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (Worker worker : workers) {
        running.add(
            threads.submit(
                () -> {
                  worker.run();
                  return null;
                }));
      }
      for (Future<?> done : running) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Set<String> names(GigaClient client) throws Exception {
    Set<String> names = new HashSet<>();
    try (EntryIterator entries = client.list(DIRECTORY, false)) {
      while (entries.hasNext()) {
        assertThat(names.add(entries.next().name().toString())).isTrue();
      }
    }
    return names;
  }

  private static final class Worker {
    private final GigaClient client;
    private final int number;
    private final Random random;
    private final AtomicInteger[] winners;
    private final Map<String, FileAttributes> model = new HashMap<>();

    Worker(GigaClient client, int number, Random random, AtomicInteger[] winners) {
      this.client = client;
      this.number = number;
      this.random = random;
      this.winners = winners;
    }

    void run() throws Exception {
      for (int step = 0; step < STEPS; step++) {
        String name = "own" + number + "-" + random.nextInt(OWN_NAMES);
        switch (random.nextInt(6)) {
          case 0, 1 -> create(name);
          case 2 -> unlink(name);
          case 3 -> chmod(name);
          case 4 -> stat(name);
          default -> fight(random.nextInt(SHARED_NAMES));
        }
      }
      for (int i = 0; i < SHARED_NAMES; i++) {
        fight(i);
      }
    }

    private void create(String name) throws Exception {
      try {
        FileAttributes made = client.create(path(name), 0600, true);
        assertThat(model.put(name, made)).isNull();
      } catch (GigaException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.EEXIST);
        assertThat(model).containsKey(name);
      }
    }

    private void unlink(String name) throws Exception {
      try {
        client.unlink(path(name));
        assertThat(model.remove(name)).isNotNull();
      } catch (GigaException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.ENOENT);
        assertThat(model).doesNotContainKey(name);
      }
    }

    private void chmod(String name) throws Exception {
      int mode = random.nextInt(01000);
      try {
        FileAttributes changed = client.setAttributes(path(name), AttributeChange.ofMode(mode));
        assertThat(changed.mode()).isEqualTo(mode);
        assertThat(model.put(name, changed)).isNotNull();
      } catch (GigaException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.ENOENT);
        assertThat(model).doesNotContainKey(name);
      }
    }

    private void stat(String name) throws Exception {
      try {
        assertThat(client.stat(path(name))).isEqualTo(model.get(name));
      } catch (GigaException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.ENOENT);
        assertThat(model).doesNotContainKey(name);
      }
    }

    private void fight(int i) throws Exception {
      try {
        client.create(path("shared" + i), 0644, true);
        winners[i].incrementAndGet();
      } catch (GigaException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.EEXIST);
      }
    }

    private static GigaPath path(String name) {
      return GigaPath.parse("/d/" + name);
    }
  }
}
