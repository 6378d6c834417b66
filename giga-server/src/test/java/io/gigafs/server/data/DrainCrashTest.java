package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.protocol.GigaException;
import io.gigafs.server.ObjectsAtRest;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.tablefs.Durability;
import io.gigafs.volume.MemoryVolume;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A server process or its machine dies at each step of moving files off a volume. Files stay
 * readable, all of them end up on the other volume, and no object is leaked.
 */
class DrainCrashTest {
  private static final int FILES = 6;
  private static final int BYTES = 200_000;
  private static final long REBOOT_NANOS = 1_100_000_000L;
  private static final int MAX_SECONDS = 300;

  @TempDir Path directory;

  /** How a server fails. */
  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  enum Death {
    PROCESS_KILLED(Durability.INTERVAL, SimulatedServer::kill),
    MACHINE_CRASHED(Durability.ALWAYS, SimulatedServer::crash),
    UNSYNCED_MACHINE_CRASHED(Durability.INTERVAL, SimulatedServer::crash);

    private final Durability durability;
    private final Consumer<SimulatedServer> death;

    Death(Durability durability, Consumer<SimulatedServer> death) {
      this.durability = durability;
      this.death = death;
    }
  }

  static Stream<Arguments> deaths() {
    return EnumSet.range(CrashPoint.DRAIN_QUEUED, CrashPoint.DRAIN_COMMITTED).stream()
        .flatMap(point -> Stream.of(Death.values()).map(death -> Arguments.of(point, death)));
  }

  /** Fails during the first move, or during one while others are running or done. */
  @ParameterizedTest
  @MethodSource("deaths")
  void serverCrashLosesNothingAtAnyStep(CrashPoint point, Death death) throws Exception {
    for (int nth : new int[] {1, 4}) {
      Path own = directory.resolve("at" + nth);
      SimulatedCluster cluster =
          Setup.seeded(nth).withServers(2, 8).withDurability(death.durability).start(own);
      new Life(cluster).live(point, nth, death);
    }
  }

  /** Files that are moved off a volume. */
  private static final class Life {
    private final SimulatedCluster cluster;
    private final SimulatedClient client;
    private final MemoryVolume first;
    private final MemoryVolume second;
    private final Map<GigaPath, byte[]> written = new HashMap<>();
    private int reached;

    Life(SimulatedCluster cluster) {
      this.cluster = cluster;
      this.client = cluster.client();
      this.first = cluster.addVolume("first");
      this.second = cluster.addVolume("second");
    }

    void live(CrashPoint point, int nth, Death death) throws GigaException {
      cluster.simulation().runMillis(2_000); // servers learn of it
      SplittableRandom random = new SplittableRandom(nth);
      for (int i = 0; i < FILES; i++) {
        client.makeDirectory("/d" + i); // directories alternate between volumes
        byte[] bytes = new byte[BYTES + i];
        random.nextBytes(bytes);
        GigaPath path = GigaPath.parse("/d" + i + "/f");
        client.await(client.async().writeFile(path, 0644, bytes, true));
        written.put(path, bytes);
      }
      client.await(client.async().sync()); // the directories too, which a crash might lose
      assertThat(first.paths()).isNotEmpty();
      int files = first.paths().size() + second.paths().size();
      assertThat(files).isEqualTo(FILES);
      int dies = Math.min(nth, first.paths().size());
      cluster.watchCrashPoints(
          (server, at) -> {
            if (at == point && ++reached == dies) {
              death.death.accept(server);
              cluster.simulation().after(REBOOT_NANOS, server::startIfDown);
            }
          });
      cluster.change(view -> VolumeChanges.drain(view, 1));
      for (int i = 0; i < MAX_SECONDS && !isOver(); i++) {
        cluster.simulation().runMillis(1_000);
        checkContents();
      }
      assertThat(reached).as("times that %s was reached", point).isGreaterThanOrEqualTo(dies);
      assertThat(first.paths()).isEmpty();
      assertThat(second.paths()).hasSize(FILES);
      assertThat(ObjectsAtRest.leftovers(cluster)).isEmpty();
      checkContents();
    }

    /** Whether the volume is empty, and all queued deletions are done. */
    private boolean isOver() {
      return first.paths().isEmpty() && second.paths().size() == FILES;
    }

    private void checkContents() throws GigaException {
      for (Map.Entry<GigaPath, byte[]> file : written.entrySet()) {
        assertThat(client.await(client.async().readFile(file.getKey())))
            .as(file.getKey().toString())
            .isEqualTo(file.getValue());
      }
    }
  }
}
