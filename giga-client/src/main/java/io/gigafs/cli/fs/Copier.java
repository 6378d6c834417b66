package io.gigafs.cli.fs;

import io.gigafs.cli.Pace;
import io.gigafs.cli.ProgressLine;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.GigaException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Copies files and trees within a cluster, many files at a time. One operand after the other is
 * copied; hard links between them are kept, if the rules say so, at the price of remembering each
 * file with several names.
 */
final class Copier implements AutoCloseable {
  private static final int THREADS = 64;

  private final TransferCommand command;
  private final GigaClient client;
  private final CopyRules rules;
  private final Map<InodeId, CompletableFuture<GigaPath>> copies = new ConcurrentHashMap<>();
  private final LongAdder copied = new LongAdder();
  private final LongAdder missedFiles = new LongAdder();
  private final AtomicLong missedBytes = new AtomicLong();
  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS, Copier::newThread);
  private final ProgressLine progress;

  Copier(TransferCommand command, GigaClient client, CopyRules rules) {
    this.command = command;
    this.client = client;
    this.rules = rules;
    Pace pace = new Pace();
    this.progress =
        ProgressLine.forPeople(
            command.shell(), () -> "copied " + pace.progress(copied.longValue()));
  }

  /**
   * Copies a file or tree; what goes wrong below its top is reported.
   *
   * @return whether all of it was copied
   */
  boolean copy(Operand source, Operand destination) throws GigaException {
    return new CopyRun(this, source, destination).run();
  }

  TransferCommand command() {
    return command;
  }

  GigaClient client() {
    return client;
  }

  CopyRules rules() {
    return rules;
  }

  ExecutorService pool() {
    return pool;
  }

  /** Where the first name of a file was copied to, or will be. */
  Map<InodeId, CompletableFuture<GigaPath>> copies() {
    return copies;
  }

  void countCopied() {
    copied.increment();
  }

  void countMissed(long bytes) {
    missedFiles.increment();
    missedBytes.addAndGet(bytes);
  }

  /** How many files were made without their contents. */
  long missedFiles() {
    return missedFiles.longValue();
  }

  long missedBytes() {
    return missedBytes.get();
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "giga-copy");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    progress.close();
    pool.shutdown();
  }
}
