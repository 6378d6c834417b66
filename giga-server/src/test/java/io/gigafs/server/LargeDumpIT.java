package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.Giga;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.AttributeChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A large tree is dumped by one process and loaded by another, each with little memory: half of it
 * is one directory, half lies in many. A million entries with {@code -Dgiga.full=true}, else a
 * tenth of that.
 */
class LargeDumpIT {
  private static final boolean FULL = Boolean.getBoolean("giga.full");
  private static final int DIRECTORIES = FULL ? 2_000 : 200;
  private static final int FILES_EACH = 250;
  private static final int LARGE = FULL ? 498_000 : 49_800;
  private static final int ENTRIES = DIRECTORIES + DIRECTORIES * FILES_EACH + LARGE;
  private static final int FILES_PER_CALL = 10_000;
  private static final String HEAP = "64m";
  private static final int SECONDS = 300;

  @TempDir Path directory;

  @Test
  void isTheSameInAnotherCluster() throws Exception {
    Path dump = directory.resolve("large.dump");
    try (TestCluster source = TestCluster.start(directory.resolve("source"), 2, 64, 8_000);
        TestCluster target = TestCluster.start(directory.resolve("target"), 3, 64, 8_000)) {
      GigaClient from = source.client();
      fill(from);
      String dumped = giga("admin", "dump", "-c", url(source), "-o", dump.toString());
      String loaded = giga("admin", "load", "-c", url(target), dump.toString());
      System.out.printf("with %s of heap: %s%s", HEAP, dumped, loaded);
      assertThat(SameTrees.check(from, target.client())).isEqualTo(ENTRIES);
    }
  }

  private static void fill(GigaClient client) throws Exception {
    RandomEntries entries = new RandomEntries(1);
    GigaPath large = GigaPath.parse("/large");
    client.makeDirectory(large, 0755);
    for (int from = 0; from < LARGE; from += FILES_PER_CALL) {
      int count = Math.min(FILES_PER_CALL, LARGE - from);
      assertThat(client.restoreAll(large, entries.next("file-", from, count)))
          .allMatch(outcome -> outcome.error() == null);
    }
    for (int i = 1; i < DIRECTORIES; i++) {
      GigaPath path = GigaPath.parse("/d" + i);
      client.makeDirectory(path, 0750);
      assertThat(client.restoreAll(path, entries.next("f", 0, FILES_EACH)))
          .allMatch(outcome -> outcome.error() == null);
      client.setAttributes(path, AttributeChange.ofOwner(i, 100));
    }
    assertThat(client.restoreAll(GigaPath.ROOT, entries.next("r", 0, FILES_EACH)))
        .allMatch(outcome -> outcome.error() == null);
  }

  private static String url(TestCluster cluster) {
    return "giga://" + cluster.endpoints().get(0) + "/";
  }

  /** Runs a command in a process of its own; what it printed. */
  private String giga(String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + HEAP);
    command.add("-XX:MaxDirectMemorySize=" + HEAP);
    command.add("-XX:+UseSerialGC");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Giga.class.getName()));
    command.addAll(List.of(words));
    Path out = directory.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return Files.readString(out);
  }
}
