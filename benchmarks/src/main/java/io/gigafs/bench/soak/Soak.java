package io.gigafs.bench.soak;

import io.gigafs.bench.soak.MixedLoad.User;
import io.gigafs.cli.ChildProcess;
import io.gigafs.cli.ClusterAddress;
import io.gigafs.cli.mount.ChildMount;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster and a mount of it, each in its own process, under mixed load through system calls and
 * through a client. The resource usage of both is sampled periodically. Not thread-safe, except for
 * {@link #stop}.
 */
final class Soak {
  private static final Logger LOG = LoggerFactory.getLogger(Soak.class);
  private static final Duration START = Duration.ofSeconds(90);
  private static final int MOUNT_USERS = 4;

  /** Small enough to be full long before growth is evaluated. */
  private static final List<String> SMALL_CACHES =
      List.of("block-cache=16m", "row-cache=8m", "key-filter=1m", "write-buffer=4m");

  private static final int CLIENT_USERS = 2;

  private final Plan plan;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /**
   * The input of a soak.
   *
   * @param directory for data, logs and results; empty
   * @param heapMebibytes limit of the heap of each process
   */
  record Plan(Path directory, Duration length, Duration interval, int heapMebibytes, long seed) {}

  Soak(Plan plan) {
    this.plan = plan;
  }

  /** Ends the soak early with the samples so far. Thread-safe. */
  void stop() {
    stopped.countDown();
  }

  /** Runs the soak, and writes the results. */
  SoakResult run() throws IOException, InterruptedException, GigaException {
    SoakResult result = new SoakResult();
    Path mountPoint = Files.createDirectory(plan.directory().resolve("mnt"));
    try (ChildProcess cluster = start("cluster", clusterCommand())) {
      String uri = lastWord(cluster.awaitReady(START));
      try (ChildMount mount =
          ChildMount.start(log("mount"), javaOptions("mount"), List.of(), uri, mountPoint)) {
        mount.awaitReady(START);
        ClientSettings settings =
            ClientSettings.builder(ClusterAddress.parse(uri).contacts())
                .caller(Caller.ROOT)
                .build();
        try (ProcessProbe ofCluster = ProcessProbe.of(cluster.pid(), collections("cluster"));
            ProcessProbe ofMount = ProcessProbe.of(mount.pid(), collections("mount"));
            GigaClient client = GigaClients.connect(settings)) {
          Map<String, ProcessProbe> probes = new LinkedHashMap<>();
          probes.put("cluster", ofCluster);
          probes.put("mount", ofMount);
          watch(users(client, mountPoint), probes, result);
        }
      }
    }
    result.write(plan.directory());
    return result;
  }

  private List<String> clusterCommand() {
    List<String> command =
        new ArrayList<>(List.of("dev-cluster", "--servers", "2", "--split-threshold", "500"));
    command.addAll(List.of("--dir", plan.directory().resolve("cluster").toString()));
    SMALL_CACHES.forEach(setting -> command.addAll(List.of("--set", setting)));
    return command;
  }

  private ChildProcess start(String name, List<String> command) {
    return ChildProcess.start(name, log(name), javaOptions(name), command);
  }

  private Path log(String name) {
    return plan.directory().resolve(name + ".log");
  }

  private List<String> javaOptions(String name) {
    return ProcessProbe.options(plan.heapMebibytes(), collections(name));
  }

  private Path collections(String name) {
    return plan.directory().resolve(name + "-gc.log");
  }

  private static String lastWord(String line) {
    return line.substring(line.lastIndexOf(' ') + 1);
  }

  private static List<User> users(GigaClient client, Path mountPoint)
      throws IOException, GigaException {
    List<User> users = new ArrayList<>();
    for (int i = 0; i < MOUNT_USERS; i++) {
      users.add(new MountUser(mountPoint.resolve("user" + i)));
    }
    for (int i = 0; i < CLIENT_USERS; i++) {
      users.add(new ClientUser(client, "client" + i));
    }
    return users;
  }

  private void watch(List<User> users, Map<String, ProcessProbe> probes, SoakResult result)
      throws InterruptedException {
    long begun = System.nanoTime();
    long warm = begun + Growth.warmUp(plan.length().toNanos());
    long end = begun + plan.length().toNanos();
    boolean begin = true;
    try (MixedLoad load = new MixedLoad(users, plan.seed())) {
      while (System.nanoTime() - end < 0
          && !stopped.await(plan.interval().toMillis(), TimeUnit.MILLISECONDS)) {
        double seconds = (System.nanoTime() - begun) / 1e9;
        result.add(
            new SoakResult.Sample(
                seconds, load.operations(), load.errors(), ProcessProbe.lookAtAll(probes)));
        LOG.info("{} s: {} operations", Math.round(seconds), load.operations());
        if (begin && System.nanoTime() - warm >= 0) {
          begin = false;
          for (ProcessProbe probe : probes.values()) {
            probe.beginNativeMemory();
          }
        }
      }
      if (load.errors() > 0) {
        result.fail(load.errors() + " operations failed, the first with " + load.firstError());
      }
    } catch (IOException e) {
      // A process that has ended has no /proc entry.
      result.fail("a process cannot be probed any more: " + e.getMessage());
    }
    probes.forEach(this::writeNativeMemory);
  }

  /** For people who analyse growth; the verdict does not use it. */
  private void writeNativeMemory(String name, ProcessProbe probe) {
    try {
      probe.writeNativeMemory(plan.directory().resolve(name + "-native.txt"));
    } catch (IOException e) {
      LOG.warn("cannot write the native memory of {}", name, e);
    }
  }
}
