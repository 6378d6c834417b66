package io.gigafs.server.chaos;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.GigaException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A process of clients that work on a cluster until they are stopped, and then prove that it kept
 * each promise. Tests run it by {@link LoadProcess}.
 *
 * <p>Its arguments are the seed and the servers. It prints {@code loading} when its clients are
 * working. On the line {@code stop} they stop, and all replies are compared with the final state.
 * It then prints the figures, line by line as {@code name=value}, {@code fault=...} for each fault,
 * and {@code end}.
 */
final class ChaosLoad {
  /** Longer than any fault that a test injects: no operation may time out. */
  static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final int CLIENTS = 4;
  private static final int WORKERS_PER_CLIENT = 6;
  private static final int MAX_FAULTS = 20;

  private final LoadRecord record = new LoadRecord(TIMEOUT);
  private final List<GigaClient> clients = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicBoolean stopping = new AtomicBoolean();

  private ChaosLoad() {}

  public static void main(String[] arguments) throws Exception {
    SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[0]));
    List<Endpoint> servers =
        List.of(arguments).subList(1, arguments.length).stream().map(Endpoint::parse).toList();
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    ChaosLoad load = new ChaosLoad();
    load.start(servers, random);
    say("loading");
    if ("stop".equals(commands.readLine())) {
      load.stop();
      load.prove(servers);
      say("end");
    }
    System.exit(0);
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private void start(List<Endpoint> servers, SplittableRandom random) throws GigaException {
    ClientSettings settings = ClientSettings.builder(servers).timeout(TIMEOUT).build();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(GigaClients.connect(settings));
    }
    LoadGround ground = new LoadGround(clients.get(0), record);
    for (int i = 0; i < CLIENTS * WORKERS_PER_CLIENT; i++) {
      LoadWorker worker =
          new LoadWorker("w" + i, clients.get(i % CLIENTS), record, ground, random.split());
      Thread thread = new Thread(() -> work(worker), "worker-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  private void work(LoadWorker worker) {
    try {
      while (!stopping.get()) {
        worker.act();
      }
    } catch (Exception | Error e) {
      record.fault(Thread.currentThread().getName() + " ended: " + e);
      e.printStackTrace();
    }
  }

  private void stop() throws InterruptedException {
    stopping.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    clients.forEach(GigaClient::close);
  }

  private void prove(List<Endpoint> servers) throws Exception {
    try (GigaClient reader =
        GigaClients.connect(ClientSettings.builder(servers).timeout(TIMEOUT).build())) {
      new LoadProof(reader, record).read(GigaPath.ROOT);
    }
    record.figures().forEach((name, value) -> say(name + "=" + value));
    record.faults().stream().limit(MAX_FAULTS).forEach(fault -> say("fault=" + oneLine(fault)));
  }

  private static String oneLine(String text) {
    return text.replace('\n', '|');
  }

  /** The test's side of the process. */
  static final class LoadProcess implements Closeable {
    private static final Duration START = Duration.ofMinutes(5);
    private static final Duration PROOF = Duration.ofMinutes(10);

    private final ChaosProcess process;

    private LoadProcess(ChaosProcess process) {
      this.process = process;
    }

    /** Starts clients; returns when they are working. */
    static LoadProcess start(Path log, List<String> inside, long seed, List<Endpoint> servers)
        throws InterruptedException {
      List<String> arguments = new ArrayList<>();
      arguments.add(Long.toString(seed));
      servers.forEach(server -> arguments.add(server.toString()));
      LoadProcess load =
          new LoadProcess(
              ChaosProcess.start("load", log, inside, 1_024, ChaosLoad.class, arguments));
      load.process.nextLine(START);
      return load;
    }

    /** Lets the clients work for a while. */
    void mustRunFor(long millis) throws InterruptedException {
      process.mustRunFor(Duration.ofMillis(millis));
    }

    /** Stops the clients and checks the result; returns the faults and the figures. */
    Outcome stop() throws InterruptedException, IOException {
      process.say("stop");
      List<String> faults = new ArrayList<>();
      List<String> figures = new ArrayList<>();
      for (String line = process.nextLine(PROOF);
          !line.equals("end");
          line = process.nextLine(PROOF)) {
        if (line.startsWith("fault=")) {
          faults.add(line);
        } else {
          figures.add(line);
        }
      }
      return new Outcome(faults, String.join(", ", figures));
    }

    @Override
    public void close() {
      process.close();
    }
  }

  /** The result of a load. */
  record Outcome(List<String> faults, String figures) {}
}
