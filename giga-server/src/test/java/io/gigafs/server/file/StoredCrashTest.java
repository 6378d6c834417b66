package io.gigafs.server.file;

import static io.gigafs.server.file.RawFile.CREATES;
import static io.gigafs.server.file.RawFile.READS;
import static io.gigafs.server.file.RawFile.TRUNCATES;
import static io.gigafs.server.file.RawFile.WRITES;
import static io.gigafs.server.file.RawFile.at;
import static io.gigafs.server.file.RawFile.inlineOf;
import static io.gigafs.server.file.RawFile.locationOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.HandleSetAttributesRequest;
import io.gigafs.protocol.file.RenewSessionRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.tablefs.Durability;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryVolume;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A server process or its machine dies at each step of a spill, a truncation and the deletion of an
 * object, and the client retries. Each operation is applied once, the file is intact after each,
 * and no object is leaked.
 */
class StoredCrashTest {
  private static final RawFile FILE = RawFile.named("f");
  private static final int REBOOT_MILLIS = 1_100;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final int MAX_ATTEMPTS = 100;
  private static final int RENEWAL_MILLIS = 500;

  /** Time after which a change is durable on disk. */
  private static final int DURABLE_MILLIS = 6_000;

  /** Time after which volumes, sessions and the disk are idle. */
  private static final int RESTING_MILLIS = 60_000;

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
    return EnumSet.range(CrashPoint.PLACE_COMMITTED, CrashPoint.RECLAIM_DELETED).stream()
        .flatMap(point -> Stream.of(Death.values()).map(death -> Arguments.of(point, death)));
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void serverCrashLosesNothingAtAnyStep(CrashPoint point, Death death) {
    SimulatedCluster cluster =
        Setup.seeded(1).withServers(1, 4).withDurability(death.durability).start(directory);
    Life life = new Life(cluster);
    boolean[] died = new boolean[1];
    cluster.watchCrashPoints(
        (server, reached) -> {
          if (reached == point && !died[0]) {
            died[0] = true;
            death.death.accept(server);
            cluster.simulation().after(REBOOT_MILLIS * NANOS_PER_MILLI, server::startIfDown);
          }
        });
    life.live();
    assertThat(died[0]).as("reached " + point).isTrue();
  }

  /** The life of a file in a cluster with one volume. */
  private static final class Life {
    private final SimulatedCluster cluster;
    private final MemoryVolume volume;
    private final RawClient raw;
    private long requests;

    Life(SimulatedCluster cluster) {
      this.cluster = cluster;
      volume = cluster.addVolume("only");
      raw = cluster.rawClient();
    }

    /** Runs all operations on a file's object. */
    private void live() {
      FileHandle handle = open(1, READS | WRITES | CREATES);
      ask(FILE.write(next(), handle, at(0, "small")));
      rest(DURABLE_MILLIS);
      FileData.Inline copied = inlineOf(ask(FILE.read(handle)).data());
      DataLocation object = ask(FILE.place(next(), handle)).location();
      // After a retry by a restarted server it is a fresh object; the first object is checked
      // below.
      assertThat(volume.paths()).contains(object.path());
      assertThat(ask(FILE.read(handle)).data()).isInstanceOf(FileData.Inline.class);

      DataReport report = fill(object, "small and more");
      assertThat(ask(FILE.spill(next(), handle, object, copied, report)).applied()).isTrue();
      assertStored(handle, object, "small and more");

      assertThat(ask(cut(handle, 5)).attributes().size()).isEqualTo(5);
      assertStored(handle, object, "small");
      rest(DURABLE_MILLIS);
      assertThat(ask(cut(handle, 7)).attributes().size()).isEqualTo(7);
      assertStored(handle, object, "small\0\0");
      ask(FILE.close(next(), handle, fill(object, "closed")));
      rest(DURABLE_MILLIS);

      FileHandle emptied = open(2, READS | WRITES | TRUNCATES);
      assertThat(ask(FILE.read(emptied)).data()).isInstanceOf(FileData.Inline.class);
      DataLocation second = ask(FILE.place(next(), emptied)).location();
      FileData.Inline nothing = new FileData.Inline(new byte[0], 0);
      DataReport again = fill(second, "again");
      assertThat(ask(FILE.spill(next(), emptied, second, nothing, again)).applied()).isTrue();
      ask(FILE.close(next(), emptied, again));
      rest(RESTING_MILLIS);
      assertThat(volume.paths()).containsExactly(second.path());

      ask(
          new UnlinkRequest(
              FILE.directory(), PartitionIndex.ZEROTH, FILE.caller(), next(), FILE.name()));
      rest(RESTING_MILLIS);
      assertThat(volume.paths()).isEmpty();
    }

    private void assertStored(FileHandle handle, DataLocation object, String bytes) {
      assertThat(locationOf(ask(FILE.read(handle)).data())).isEqualTo(object);
      byte[] found = volume.bytesOf(object.path());
      assertThat(found == null ? null : new String(found, StandardCharsets.UTF_8)).isEqualTo(bytes);
    }

    private HandleSetAttributesRequest cut(FileHandle handle, long size) {
      return new HandleSetAttributesRequest(
          FILE.directory(),
          PartitionIndex.ZEROTH,
          FILE.caller(),
          next(),
          FILE.name(),
          handle,
          AttributeChange.ofSize(size));
    }

    private FileHandle open(long number, int flags) {
      return new FileHandle(
          ask(FILE.open(next(), number, flags)).attributes().inode(), FILE.session(), number);
    }

    private DataReport fill(DataLocation location, String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      volume.put(location.path(), bytes);
      return new DataReport(bytes.length, cluster.wallNanos(), false, 0);
    }

    private Sequence next() {
      return new Sequence(++requests, 0);
    }

    /** Lets time pass while the session is renewed. */
    private void rest(int millis) {
      for (int left = millis; left > 0; left -= RENEWAL_MILLIS) {
        var unused =
            raw.send(
                new RenewSessionRequest(
                    RenewSessionRequest.placeOf(FILE.session(), cluster.view().slots().slots()),
                    PartitionIndex.ZEROTH,
                    FILE.session()));
        cluster.simulation().runMillis(Math.min(left, RENEWAL_MILLIS));
      }
    }

    /** Retries until a reply arrives, as a client does. */
    private <R extends Result> R ask(PartitionRequest<R> request) {
      for (int i = 0; i < MAX_ATTEMPTS; i++) {
        try {
          Answer<R> answer = cluster.simulation().await(raw.send(request));
          if (answer instanceof Answer.Done<R> done) {
            return done.result();
          }
          assertThat(answer).isInstanceOf(Answer.Retry.class);
        } catch (GigaException e) {
          // The server is down: retry.
        }
        rest(100);
      }
      throw new AssertionError(request + " is never answered");
    }
  }
}
