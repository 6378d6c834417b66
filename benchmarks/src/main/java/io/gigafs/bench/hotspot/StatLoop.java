package io.gigafs.bench.hotspot;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.FileAttributes;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Clients that stat randomly chosen files, each with several outstanding requests, until they are
 * stopped. Thread-safe.
 */
final class StatLoop {
  private final List<GigaPath> files;
  private final LongAdder done = new LongAdder();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final CountDownLatch running;
  private volatile boolean stopped;

  /**
   * Starts the loop.
   *
   * @param window outstanding requests per client
   */
  StatLoop(List<GigaClient> clients, List<GigaPath> files, int window, long seed) {
    this.files = List.copyOf(files);
    this.running = new CountDownLatch(clients.size() * window);
    SplittableRandom random = new SplittableRandom(seed);
    for (GigaClient client : clients) {
      for (int i = 0; i < window; i++) {
        new Chain(client, random.split()).ask();
      }
    }
  }

  /** Number of answers so far. */
  long done() {
    return done.sum();
  }

  /** Waits for outstanding requests. Throws the first failure, if there was one. */
  void stop() throws IOException, InterruptedException {
    stopped = true;
    running.await();
    Throwable failed = failure.get();
    if (failed != null) {
      throw new IOException("a file could not be looked at: " + failed.getMessage(), failed);
    }
  }

  /** One request after the other. */
  private final class Chain {
    private final GigaClient client;
    private final SplittableRandom random;

    Chain(GigaClient client, SplittableRandom random) {
      this.client = client;
      this.random = random;
    }

    void ask() {
      CompletableFuture<FileAttributes> answer =
          client.async().stat(files.get(random.nextInt(files.size())));
      answer.whenComplete(
          (attributes, failed) -> {
            if (failed != null) {
              failure.compareAndSet(null, failed);
            } else {
              done.increment();
            }
            if (failed != null || stopped) {
              running.countDown();
            } else {
              ask();
            }
          });
    }
  }
}
