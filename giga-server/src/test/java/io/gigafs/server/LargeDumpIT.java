package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.Giga;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.namespace.AttributeChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A large tree is dumped by one process and loaded by another, each with a small heap: half of it
 * is one directory, half is spread over many. A million entries with {@code -Dgiga.full=true}, else
 * a twentieth of that.
 */
class LargeDumpIT {
  private static final boolean FULL = Boolean.getBoolean("giga.full");
  private static final int ENTRIES = FULL ? 1_000_000 : 50_000;
  private static final int STOPPED_ENTRIES = 20_000;
  private static final int FILES_EACH = 24;
  private static final int FILES_PER_CALL = 10_000;
  private static final String HEAP = "64m";
  private static final long POLL_NANOS = 1_000_000;
  private static final int SECONDS = 1_800;
  private static final GigaPath LARGE = GigaPath.parse("/large");

  @TempDir Path directory;

  @Test
  @Timeout(value = 40, unit = TimeUnit.MINUTES)
  void dumpIsEqualInAnotherCluster() throws Exception {
    Path dump = directory.resolve("large.dump");
    try (TestCluster source = start("source", 2);
        TestCluster target = start("target", 3)) {
      fill(source.client(), ENTRIES);
      String dumped = finish(giga("admin", "dump", "-c", url(source), "-o", dump.toString()));
      String loaded = finish(giga("admin", "load", "-c", url(target), dump.toString()));
      System.out.printf("in a heap of %s: %s%s", HEAP, dumped, loaded);
      assertThat(SameTrees.check(source.client(), target.client())).isEqualTo(ENTRIES);
    }
  }

  @Test
  void stoppedDumpAndLoadAreCompletedByARerun() throws Exception {
    Path dump = directory.resolve("stopped.dump");
    Path partial = directory.resolve("stopped.dump.partial");
    try (TestCluster source = start("source", 1);
        TestCluster target = start("target", 2)) {
      fill(source.client(), STOPPED_ENTRIES);
      Process dumper = giga("admin", "dump", "-c", url(source), "-o", dump.toString());
      await(dumper, () -> Files.exists(partial));
      dumper.destroy();
      assertThat(dumper.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(dumper.exitValue()).isEqualTo(143);
      assertThat(Files.readString(err()))
          .isEqualTo("giga admin dump: interrupted; there is no dump, start again\n");
      assertThat(dump).doesNotExist();
      assertThat(partial).doesNotExist();
      finish(giga("admin", "dump", "-c", url(source), "-o", dump.toString()));

      GigaClient to = target.client();
      Process loader = giga("admin", "load", "-c", url(target), dump.toString());
      await(loader, () -> to.stat(GigaPath.ROOT).size() >= 10);
      loader.destroyForcibly();
      assertThat(loader.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(loader.exitValue()).isEqualTo(137);
      finish(giga("admin", "load", "--resume", "-c", url(target), dump.toString()));
      assertThat(SameTrees.check(source.client(), to)).isEqualTo(STOPPED_ENTRIES);
    }
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  /** Waits until the condition holds, while the process runs. */
  private static void await(Process process, Condition condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.holds()) {
      assertThat(process.isAlive()).isTrue();
      assertThat(System.nanoTime()).isLessThan(deadline);
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private TestCluster start(String name, int servers) throws Exception {
    return TestCluster.start(directory.resolve(name), servers, 64, 8_000);
  }

  private static void fill(GigaClient client, int entries) throws Exception {
    RandomEntries random = new RandomEntries(1);
    int directories = entries / 2 / (1 + FILES_EACH);
    int files = entries - 1 - directories * (1 + FILES_EACH);
    client.makeDirectory(LARGE, 0755);
    for (int from = 0; from < files; from += FILES_PER_CALL) {
      int count = Math.min(FILES_PER_CALL, files - from);
      check(client.restoreAll(LARGE, random.next("file-", from, count)));
    }
    List<CompletableFuture<?>> filling = new ArrayList<>();
    for (int i = 0; i < directories; i++) {
      GigaPath parent = i % 10 == 0 ? GigaPath.ROOT : GigaPath.parse("/d" + i / 10 * 10);
      if (i % 10 == 1) {
        filling.forEach(CompletableFuture::join);
        filling.clear();
      }
      GigaPath path = parent.child(Name.of("d" + i));
      filling.add(fill(client.async(), path, random.next("f", 0, FILES_EACH), i));
    }
    filling.forEach(CompletableFuture::join);
  }

  private static CompletableFuture<?> fill(
      AsyncGigaClient client, GigaPath path, List<RestoredEntry> entries, int owner) {
    return client
        .makeDirectory(path, 0750)
        .thenCompose(made -> client.restoreAll(path, entries))
        .thenAccept(LargeDumpIT::check)
        .thenCompose(
            filled -> client.setAttributes(path, AttributeChange.ofOwner(owner, owner % 7)));
  }

  private static void check(List<BulkOutcome> outcomes) {
    assertThat(outcomes).allMatch(outcome -> outcome.error() == null);
  }

  private static String url(TestCluster cluster) {
    return "giga://" + cluster.endpoints().get(0) + "/";
  }

  private Path out() {
    return directory.resolve("out");
  }

  private Path err() {
    return directory.resolve("err");
  }

  /** Runs a command in its own process. */
  private Process giga(String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + HEAP);
    command.add("-XX:MaxDirectMemorySize=" + HEAP);
    command.add("-XX:+UseSerialGC");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Giga.class.getName()));
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
        .redirectOutput(out().toFile())
        .redirectError(err().toFile())
        .start();
  }

  /** Waits until the process ends without an error; returns its output. */
  private String finish(Process process) throws Exception {
    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(err())).isZero();
    return Files.readString(out());
  }
}
