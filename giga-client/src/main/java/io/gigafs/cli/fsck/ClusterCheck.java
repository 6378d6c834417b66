package io.gigafs.cli.fsck;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.fsck.CheckRequest.CheckResult;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One check of all servers, in parallel: first they report suspects, and after a while whether
 * these still are wrong. Safe for use by several threads.
 */
final class ClusterCheck {
  /** The maximum number of suspects; beyond it a second check is needed. */
  static final int MAX_SUSPECTS = 100_000;

  /** The number of suspects in one request. */
  private static final int MAX_ASKED = 32;

  /** The longest pause between two batches of files' bytes. */
  private static final long MAX_PAUSE_NANOS = 1_000_000_000L;

  private final AsyncGigaClient client;
  private final boolean data;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong partitions = new AtomicLong();
  private final AtomicLong entries = new AtomicLong();
  private final List<Suspect> suspects = new ArrayList<>();
  private final List<String> unchecked = new ArrayList<>();

  /**
   * Creates a check.
   *
   * @param data whether it checks the bytes of small files; servers then pause between two batches
   *     for as long as the first took
   */
  ClusterCheck(AsyncGigaClient client, boolean data) {
    this.client = client;
    this.data = data;
  }

  /** A suspected problem on a server. */
  record Suspect(ServerInfo server, Finding finding) {}

  /** The verdict on a suspect. */
  record Judged(ServerInfo server, Finding finding, Verdict verdict) {}

  /** Makes all servers scan their stores; completes when they have. */
  CompletableFuture<?> scan(List<ServerInfo> servers) {
    List<CompletableFuture<?>> ends = new ArrayList<>();
    for (ServerInfo server : servers) {
      CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
      ends.add(end);
      scan(server, new byte[0], end);
    }
    return Futures.allOf(ends);
  }

  private void scan(ServerInfo server, byte[] cursor, CompletableFuture<@Nullable Void> end) {
    long begunNanos = System.nanoTime();
    (data ? client.admin().checkData(server, cursor) : client.admin().check(server, cursor))
        .whenComplete(
            (result, failure) -> {
              if (failure != null) {
                addUnchecked(server, ErrorText.of(failure));
                end.complete(null);
                return;
              }
              add(server, result);
              if (result.cursor().length == 0) {
                end.complete(null);
              } else {
                pause(begunNanos).execute(() -> scan(server, result.cursor(), end));
              }
            });
  }

  private Executor pause(long begunNanos) {
    long nanos = Math.min(MAX_PAUSE_NANOS, System.nanoTime() - begunNanos);
    return data ? CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS) : Runnable::run;
  }

  private void add(ServerInfo server, CheckResult result) {
    partitions.addAndGet(result.partitions());
    entries.addAndGet(result.entries());
    bytes.addAndGet(result.bytes());
    result.unchecked().forEach(what -> addUnchecked(server, what));
    synchronized (this) {
      for (Finding finding : result.findings()) {
        if (suspects.size() < MAX_SUSPECTS) {
          suspects.add(new Suspect(server, finding));
        } else if (suspects.size() == MAX_SUSPECTS) {
          suspects.add(new Suspect(server, finding));
          unchecked.add("there is more damage than one check reports; run again");
        }
      }
    }
  }

  private synchronized void addUnchecked(ServerInfo server, String what) {
    String line = "server " + server.id() + ": " + what;
    if (!unchecked.contains(line)) {
      unchecked.add(line);
    }
  }

  /** The suspects so far. */
  synchronized List<Suspect> suspects() {
    return List.copyOf(suspects);
  }

  /** What could not be checked, and why. */
  synchronized List<String> unchecked() {
    return List.copyOf(unchecked);
  }

  long partitions() {
    return partitions.get();
  }

  long entries() {
    return entries.get();
  }

  long bytes() {
    return bytes.get();
  }

  /** The progress, as text. */
  String progress() {
    String looked =
        data
            ? "read %,d small files, %,d MiB".formatted(entries(), bytes() >> 20)
            : "checked %,d partitions and %,d entries".formatted(partitions(), entries());
    return "%s, %d to check again".formatted(looked, suspects().size());
  }

  /** Makes a server check some of its suspects again; those that no longer exist are left out. */
  List<Judged> recheck(ServerInfo server, List<Finding> findings, @Nullable InodeId lostAndFound) {
    List<Judged> judged = new ArrayList<>();
    for (int i = 0; i < findings.size(); i += MAX_ASKED) {
      List<Finding> part = findings.subList(i, Math.min(findings.size(), i + MAX_ASKED));
      List<Verdict> verdicts =
          client
              .admin()
              .recheck(server, lostAndFound, part)
              .exceptionally(failure -> failed(part, failure))
              .join();
      for (int j = 0; j < part.size(); j++) {
        if (verdicts.get(j).state() != Verdict.State.GONE) {
          judged.add(new Judged(server, part.get(j), verdicts.get(j)));
        }
      }
    }
    return judged;
  }

  private static List<Verdict> failed(List<Finding> findings, Throwable failure) {
    return findings.stream()
        .map(each -> new Verdict(Verdict.State.UNCHECKED, ErrorText.of(failure)))
        .toList();
  }
}
