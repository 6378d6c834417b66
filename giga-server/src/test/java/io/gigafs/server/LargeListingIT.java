package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaPath;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.Endpoint;
import io.gigafs.index.Name;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process with a heap of 64 MiB lists a directory of a million entries. */
class LargeListingIT {
  private static final GigaPath DIRECTORY = GigaPath.parse("/large");
  private static final int FILES = 1_000_000;
  private static final int FILES_PER_CALL = 10_000;
  private static final String PREFIX = "file-";

  @TempDir Path directory;

  @Test
  void millionEntriesAreListedInLittleMemory() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 2, 64, 8_000)) {
      fill(cluster.client());
      Process lister =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-XX:MaxDirectMemorySize=64m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Lister.class.getName(),
                  cluster.endpoints().get(0).toString())
              .inheritIO()
              .start();
      assertThat(lister.waitFor(600, TimeUnit.SECONDS)).isTrue();
      assertThat(lister.exitValue()).isZero();
    }
  }

  private static void fill(GigaClient client) throws Exception {
    client.makeDirectory(DIRECTORY, 0755);
    for (int from = 0; from < FILES; from += FILES_PER_CALL) {
      List<Name> names = new ArrayList<>();
      for (int i = from; i < from + FILES_PER_CALL; i++) {
        names.add(Name.of(PREFIX + i));
      }
      CompletableFuture<List<BulkOutcome>> made =
          client.async().createAll(DIRECTORY, names, 0644, true);
      assertThat(made.get()).allMatch(outcome -> outcome.error() == null);
    }
  }

  /** Lists the directory with attributes; exits with 0 if each file is listed exactly once. */
  static final class Lister {
    private Lister() {}

    public static void main(String[] arguments) throws Exception {
      BitSet seen = new BitSet(FILES);
      int listed = 0;
      try (GigaClient client =
              GigaClients.connect(ClientSettings.of(List.of(Endpoint.parse(arguments[0]))));
          EntryIterator entries = client.list(DIRECTORY, true)) {
        while (entries.hasNext()) {
          String name = entries.next().name().toString();
          seen.set(Integer.parseInt(name.substring(PREFIX.length())));
          listed++;
        }
      }
      System.exit(listed == FILES && seen.cardinality() == FILES ? 0 : 1);
    }
  }
}
