package io.gigafs.server;

import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs a scene repeatedly, with one fault at each of its points in turn; then the cluster is
 * healed, comes to rest and is checked.
 */
public final class FaultPlan {
  /** The time after which a scene without faults is over. */
  private static final long SCENE_MILLIS = 400;

  private static final long DOWN_MILLIS = 300;
  private static final long LATE_MILLIS = 3_000;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private static final Map<String, Fate> FATES = new LinkedHashMap<>();

  static {
    FATES.put("lost", Fate.LOST);
    FATES.put("delayed", Fate.delayed(LATE_MILLIS));
    FATES.put("doubled", Fate.doubled(LATE_MILLIS));
  }

  private final Path directory;
  private final Setup setup;
  private final Supplier<Scene> scenes;
  private int played;

  private FaultPlan(Path directory, Setup setup, Supplier<Scene> scenes) {
    this.directory = directory;
    this.setup = setup;
    this.scenes = scenes;
  }

  /** A sequence of events in a cluster; each run has a new object. */
  public interface Scene {
    /** Prepares the cluster. */
    void prepare(SimulatedCluster cluster) throws Exception;

    /** Begins; the future completes, normally or not, when the callers have their answers. */
    CompletableFuture<?> act();

    /** Checks the result, when all is at rest. */
    void verify(ClusterContents contents) throws Exception;
  }

  /** A plan of faults in a scene; each run gets a new scene. */
  public static FaultPlan of(Path directory, Setup setup, Supplier<Scene> scenes) {
    return new FaultPlan(directory, setup, scenes);
  }

  /** Runs the scene once without faults. */
  public FaultPlan none() throws Exception {
    play("nothing goes wrong", cluster -> {});
    return this;
  }

  /** Loses, delays and duplicates each message between servers in turn. */
  public FaultPlan messages() throws Exception {
    long[] count = new long[1];
    play(
        "count messages",
        cluster ->
            cluster.network().watch(packet -> count[0] += packet.isBetweenServers() ? 1 : 0));
    if (count[0] == 0) {
      throw new AssertionError("the scene has no message between servers");
    }
    for (Map.Entry<String, Fate> fate : FATES.entrySet()) {
      for (long number = 1; number <= count[0]; number++) {
        injectAtMessage(number, fate.getKey(), fate.getValue());
      }
    }
    return this;
  }

  private void injectAtMessage(long number, String what, Fate fate) throws Exception {
    long[] seen = new long[1];
    play(
        "message " + number + " between servers is " + what,
        cluster ->
            cluster
                .network()
                .setFaults(
                    packet ->
                        packet.isBetweenServers() && ++seen[0] == number ? fate : Fate.ARRIVES));
  }

  /**
   * Each server dies before each event, in turn, and restarts a little later.
   *
   * @param death how it dies
   */
  public FaultPlan deaths(String what, Consumer<SimulatedServer> death) throws Exception {
    long[] span = new long[2];
    play(
        "count events",
        cluster -> {
          span[0] = cluster.simulation().happened();
          cluster
              .simulation()
              .after(
                  SCENE_MILLIS * NANOS_PER_MILLI, () -> span[1] = cluster.simulation().happened());
        });
    for (int server = 0; server < setup.servers(); server++) {
      for (long event = span[0] + 1; event <= span[1]; event++) {
        injectAtServer(server, event, what, death);
      }
    }
    return this;
  }

  private void injectAtServer(int number, long event, String what, Consumer<SimulatedServer> death)
      throws Exception {
    play(
        "server " + number + " " + what + " before event " + event,
        cluster -> {
          SimulatedServer server = cluster.server(number);
          cluster
              .simulation()
              .beforeEvent(
                  happening -> {
                    if (happening == event) {
                      death.accept(server);
                      cluster
                          .simulation()
                          .after(DOWN_MILLIS * NANOS_PER_MILLI, () -> startIfDown(server));
                    }
                  });
        });
  }

  /** The healing of the cluster may have restarted it already. */
  private static void startIfDown(SimulatedServer server) {
    if (!server.isUp()) {
      server.start();
    }
  }

  private void play(String mishap, Consumer<SimulatedCluster> inject) throws Exception {
    try {
      SimulatedCluster cluster = setup.start(directory.resolve("scene" + played++));
      Scene scene = scenes.get();
      scene.prepare(cluster);
      inject.accept(cluster);
      CompletableFuture<?> result = scene.act();
      cluster.simulation().runMillis(SCENE_MILLIS);
      cluster.simulation().runUntil("all have an answer", result::isDone);
      cluster.heal();
      scene.verify(cluster.check());
    } catch (Exception | AssertionError e) {
      throw new AssertionError("when " + mishap + ": " + e.getMessage(), e);
    }
  }
}
