package io.gigafs.server.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A killed server with many entries serves again, and reports how long that took. */
@Timeout(600)
class RestartIT {
  private static final int KILLS = 3;
  private static final int DIRECTORIES = 10;
  private static final int FILES_PER_CALL = 10_000;

  @Test
  void killedServerWithManyEntriesServesAgain() throws Exception {
    int files = Boolean.getBoolean("giga.full") ? 1_000_000 : 100_000;
    try (ChaosRun run = ChaosRun.begin("restart")) {
      ProcessCluster cluster = run.start(new Loopback(), 1, 64, 8_000);
      try (GigaClient client = GigaClients.connect(ClientSettings.of(cluster.endpoints()))) {
        fill(client, files / DIRECTORIES);
        GigaPath last = GigaPath.parse("/d" + (DIRECTORIES - 1)).child(name(0));
        FileAttributes before = client.stat(last);
        for (int kill = 1; kill <= KILLS; kill++) {
          cluster.kill("s1");
          long startedAt = System.nanoTime();
          cluster.start("s1");
          FileAttributes after = client.stat(last);
          Duration away = Duration.ofNanos(System.nanoTime() - startedAt);
          run.report(
              files
                  + " entries, kill "
                  + kill
                  + ": answers "
                  + away.toMillis()
                  + " ms after its process was started");
          cluster.awaitServing("s1");
          assertThat(after.inode()).isEqualTo(before.inode());
        }
        for (int i = 0; i < DIRECTORIES; i++) {
          assertThat(client.stat(directory(i)).size()).isEqualTo(files / DIRECTORIES);
        }
      }
      run.end(cluster);
    }
  }

  private static GigaPath directory(int number) {
    return GigaPath.parse("/d" + number);
  }

  private static Name name(int number) {
    return Name.of("file-" + number);
  }

  private static void fill(GigaClient client, int filesEach) throws Exception {
    for (int i = 0; i < DIRECTORIES; i++) {
      client.makeDirectory(directory(i), 0755);
      for (int from = 0; from < filesEach; from += FILES_PER_CALL) {
        List<Name> names = new ArrayList<>();
        for (int file = from; file < from + FILES_PER_CALL; file++) {
          names.add(name(file));
        }
        CompletableFuture<List<BulkOutcome>> made =
            client.async().createAll(directory(i), names, 0644, true);
        assertThat(made.get()).allMatch(outcome -> outcome.error() == null);
      }
    }
  }
}
