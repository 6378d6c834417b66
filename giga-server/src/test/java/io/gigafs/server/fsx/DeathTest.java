package io.gigafs.server.fsx;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.ObjectsAtRest;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.tablefs.Durability;
import io.gigafs.volume.MemoryVolume;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A client or a server dies during a spill, a truncation or a removal, right before any event of
 * the simulation or any call of a volume. The file then has exactly the old or the new contents,
 * and no object is leaked.
 */
class DeathTest {
  /** With -Dgiga.full=true each point, else this number for each case. */
  private static final int POINTS = Boolean.getBoolean("giga.full") ? Integer.MAX_VALUE : 5;

  private static final int INLINE_LIMIT = 400;
  private static final int SMALL = 150;
  private static final int LARGE = 5_000;
  private static final long RESTING_MILLIS = 10_000;
  private static final long REBOOT_NANOS = 1_300_000_000L;
  private static final int MAX_SECONDS_TO_RECLAIM = 120;
  private static final GigaPath FILE = GigaPath.parse("/d/f");
  private static final GigaPath OTHER = GigaPath.parse("/e/g");

  @TempDir Path directory;
  private int runs;

  /** The component that fails. */
  enum Death {
    /** The client, between two events. */
    CLIENT,
    /** The client, between two events, and the storage loses unsynced data. */
    CLIENT_AND_STORAGE,
    /** The client, right before it or a server calls a volume. */
    CLIENT_AT_VOLUME,
    /** A server's process. */
    SERVER,
    /** A server's machine. */
    MACHINE,
    /** The client, and a server that must detect that after its restart. */
    CLIENT_AND_SERVER
  }

  /** The operation on the file. */
  interface StepSpec {
    CompletableFuture<?> begin(AsyncGigaClient client);
  }

  /**
   * A case.
   *
   * @param before contents of the file before, null for no file
   * @param between contents that an observer may find during the operation, null for no file
   * @param after contents of the file afterwards, null for no file
   */
  private record Case(
      String name,
      byte @Nullable [] before,
      List<byte @Nullable []> between,
      byte @Nullable [] after,
      StepSpec spec) {
    @Override
    public String toString() {
      return name;
    }

    boolean allows(byte @Nullable [] found, boolean isDone) {
      return Arrays.equals(found, after)
          || (!isDone
              && (Arrays.equals(found, before)
                  || between.stream().anyMatch(each -> Arrays.equals(found, each))));
    }
  }

  private static byte[] bytes(int seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] overlaid(byte[] below, int at, byte[] above) {
    byte[] all = Arrays.copyOf(below, Math.max(below.length, at + above.length));
    System.arraycopy(above, 0, all, at, above.length);
    return all;
  }

  private interface ByHandle {
    CompletableFuture<?> use(OpenFile file);
  }

  /** Opens the file, applies an operation, syncs and closes. */
  private static StepSpec opened(ByHandle use) {
    return client ->
        client
            .open(FILE, OpenOptions.of(Flag.WRITE))
            .thenCompose(
                file ->
                    use.use(file)
                        .thenCompose(used -> file.sync())
                        .thenCompose(synced -> file.closeAsync()));
  }

  private static StepSpec truncated(long size) {
    return client -> client.setAttributes(FILE, AttributeChange.ofSize(size));
  }

  private static List<Case> cases() {
    byte[] small = bytes(1, SMALL);
    byte[] large = bytes(2, LARGE);
    byte[] more = bytes(3, LARGE);
    return List.of(
        new Case(
            "spill by a write",
            small,
            List.of(),
            overlaid(small, 100, more),
            opened(file -> file.write(100, ByteBuffer.wrap(more)))),
        new Case(
            "spill by an append",
            small,
            List.of(),
            overlaid(small, SMALL, more),
            opened(file -> file.append(ByteBuffer.wrap(more)))),
        new Case(
            "spill of a new file",
            null,
            List.of(new byte[0]),
            large,
            client -> client.writeFile(FILE, 0644, large, true)),
        new Case(
            "large contents in place of large ones",
            large,
            List.of(new byte[0]),
            more,
            client -> client.writeFile(FILE, 0644, more, true)),
        new Case("cut", large, List.of(), Arrays.copyOf(large, 1_000), truncated(1_000)),
        new Case("cut to nothing", large, List.of(), new byte[0], truncated(0)),
        new Case("stretched", large, List.of(), Arrays.copyOf(large, 9_000), truncated(9_000)),
        new Case("stretched inline", small, List.of(), Arrays.copyOf(small, 300), truncated(300)),
        new Case(
            "stretched far", small, List.of(), Arrays.copyOf(small, 90_000), truncated(90_000)),
        new Case("removed", large, List.of(), null, client -> client.unlink(FILE)),
        new Case(
            "replaced",
            large,
            List.of(),
            small,
            client ->
                client
                    .writeFile(OTHER, 0644, small, true)
                    .thenCompose(made -> client.rename(OTHER, FILE, RenameMode.REPLACE))));
  }

  static Stream<Arguments> deaths() {
    return cases().stream()
        .flatMap(
            each ->
                Stream.of(DataPath.CLIENT, DataPath.SERVER)
                    .flatMap(
                        path ->
                            Stream.of(Death.values())
                                .map(death -> Arguments.of(each, path, death))));
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void failuresLeaveOldOrNewContents(Case file, DataPath path, Death death) throws Exception {
    int points = new Run(file, path, death, Integer.MAX_VALUE).play();
    int stride = Math.max(1, points / POINTS);
    int first = Math.floorMod((file.name + path + death).hashCode(), stride);
    for (int point = first; point <= points; point += stride) {
      try {
        new Run(file, path, death, point).play();
      } catch (Exception | AssertionError e) {
        throw new AssertionError("at point %d of %d: %s".formatted(point, points, e), e);
      }
    }
  }

  /** A run with one failure. */
  private final class Run {
    private final Case file;
    private final Death death;
    private final SimulatedCluster cluster;
    private final MemoryVolume volume;
    private final SimulatedClient writer;
    private final int point;
    private int passed;
    private boolean dead;

    Run(Case file, DataPath path, Death death, int point) {
      this.file = file;
      this.death = death;
      this.point = point;
      this.cluster =
          Setup.seeded(1)
              .withServers(2, 4)
              .withInlineLimit(INLINE_LIMIT)
              .withDurability(Durability.ALWAYS)
              .start(directory.resolve("run" + runs++));
      this.volume = cluster.addVolume("v");
      cluster.simulation().runMillis(1_000);
      this.writer = cluster.client(Duration.ofSeconds(60), path);
    }

    /** Plays the run; returns the number of points until the operation was done. */
    int play() throws GigaException {
      AsyncGigaClient client = writer.async();
      writer.makeDirectory("/d");
      writer.makeDirectory("/e");
      if (file.before != null) {
        writer.await(client.writeFile(FILE, 0644, file.before, true));
      }
      cluster.simulation().runMillis(RESTING_MILLIS);
      if (death == Death.CLIENT_AT_VOLUME) {
        volume.watch(
            (call, path) -> {
              if (!dead && passed++ == point) {
                dead = true;
                writer.killWithin();
              }
              return null;
            });
      }
      CompletableFuture<?> spec = file.spec.begin(client);
      while (!spec.isDone() && !dead) {
        if (death != Death.CLIENT_AT_VOLUME && passed++ == point) {
          die();
        } else {
          cluster.simulation().step();
        }
      }
      boolean isDone = spec.isDone() && !spec.isCompletedExceptionally();
      if (dead && (death == Death.SERVER || death == Death.MACHINE)) {
        isDone = isDoneAfterAll(spec);
      }
      dead = true;
      cluster.simulation().runMillis(RESTING_MILLIS);
      check(isDone);
      return passed;
    }

    /** Session state is not synced to disk: a crashed machine may have lost a handle. */
    private boolean isDoneAfterAll(CompletableFuture<?> spec) throws GigaException {
      try {
        writer.await(spec);
        return true;
      } catch (GigaException e) {
        if (death == Death.MACHINE && e.code() == ErrorCode.EIO) {
          return false;
        }
        throw e;
      }
    }

    private void die() {
      dead = true;
      switch (death) {
        case CLIENT, CLIENT_AT_VOLUME -> writer.kill();
        case CLIENT_AND_STORAGE -> {
          writer.kill();
          volume.crash(new Random(point));
        }
        case SERVER -> reboot(SimulatedServer::kill);
        case MACHINE -> reboot(SimulatedServer::crash);
        case CLIENT_AND_SERVER -> {
          writer.kill();
          reboot(SimulatedServer::kill);
        }
      }
    }

    private void reboot(Consumer<SimulatedServer> end) {
      SimulatedServer server = cluster.server(point % 2);
      end.accept(server);
      cluster.simulation().after(REBOOT_NANOS, server::startIfDown);
    }

    private void check(boolean isDone) throws GigaException {
      SimulatedClient reader = cluster.client();
      byte[] found = contents(reader);
      assertThat(file.allows(found, isDone))
          .as(
              "what it holds is old or new, and new if it was done (%s); has %s bytes",
              isDone, found == null ? "no" : found.length)
          .isTrue();
      if (found != null) {
        assertThat(reader.stat(FILE.toString()).size()).isEqualTo(found.length);
      }
      checkObjects(found, reader);
    }

    private byte @Nullable [] contents(SimulatedClient reader) throws GigaException {
      try {
        return reader.await(reader.async().readFile(FILE));
      } catch (GigaException e) {
        assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.ENOENT);
        return null;
      }
    }

    /**
     * Each object belongs to a file in the end. The file has an object if its bytes do not fit
     * inline, and may have one otherwise, if the client died after the spill before it wrote.
     * Trailing zeros behind the written bytes take no space.
     */
    private void checkObjects(byte @Nullable [] found, SimulatedClient reader)
        throws GigaException {
      List<String> leftovers = ObjectsAtRest.leftovers(cluster);
      for (int i = 0; i < MAX_SECONDS_TO_RECLAIM && !leftovers.isEmpty(); i++) {
        cluster.simulation().runMillis(1_000);
        leftovers = ObjectsAtRest.leftovers(cluster);
      }
      assertThat(leftovers).as("objects that no file has").isEmpty();
      int least = withoutZeros(found) > INLINE_LIMIT * 3 / 2 ? 1 : 0;
      int most = found == null ? 0 : 1;
      assertThat(ObjectsAtRest.ofFiles(cluster)).hasSizeBetween(least, most);
      assertThat(contents(reader)).isEqualTo(found);
    }

    private int withoutZeros(byte @Nullable [] bytes) {
      int length = bytes == null ? 0 : bytes.length;
      while (bytes != null && length > 0 && bytes[length - 1] == 0) {
        length--;
      }
      return length;
    }
  }
}
