package io.gigafs.server.command;

import io.gigafs.cli.ChildProcess;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Shell;
import io.gigafs.cluster.ClusterSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code giga demo}. */
@Command(
    name = "demo",
    description = {
      "Shows a cluster at work on this machine, and proves the result.",
      "Starts ZooKeeper and servers as separate processes on loopback, makes files in one directory",
      "from several clients while it splits over the servers, then lists the directory and compares",
      "it with what was made. Where /dev/fuse is there, mounts it and runs programs on it: cp, tar,",
      "git, sqlite3, find, rsync. Stops everything and cleans up. Exit code 0 only if all is proven."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga demo",
      "  giga demo --servers 8 --clients 16 --files 1000000",
      "  giga demo --dir /tmp/giga-demo --json"
    })
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--servers",
      paramLabel = "N",
      description = "How many servers. Default: ${DEFAULT-VALUE}.")
  private int servers = 4;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description =
          "How many clients, each with connections of its own. Default: ${DEFAULT-VALUE}.")
  private int clients = 8;

  @Option(
      names = "--files",
      paramLabel = "N",
      description = "How many files to make. Default: ${DEFAULT-VALUE}.")
  private int files = 200_000;

  @Option(
      names = "--window",
      paramLabel = "N",
      description = "Number of outstanding requests of each client. Default: ${DEFAULT-VALUE}.")
  private int window = 64;

  @Option(
      names = "--split-threshold",
      paramLabel = "N",
      description =
          "A partition splits when it holds more entries than this. Default: ${DEFAULT-VALUE}.")
  private int splitThreshold = ClusterSettings.DEFAULT_SPLIT_THRESHOLD;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "How many random files to ask for. Default: ${DEFAULT-VALUE}.")
  private int sample = 1_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Where the random numbers start. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "An empty directory for data and logs, which are kept. Default: a temporary one, removed"
              + " in the end unless something went wrong.")
  private @Nullable Path directory;

  @Option(names = "--json", description = "The result as a JSON object; progress goes elsewhere.")
  private boolean json;

  private final Shell shell;

  private volatile boolean stopping;

  DemoCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() {
    check();
    DemoDirectory place = DemoDirectory.of(directory);
    DemoCluster cluster = new DemoCluster(place.path(), Thread.currentThread()::interrupt);
    Thread hook = new Thread(() -> stop(cluster, place), "giga-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      DemoResult result = run(cluster, place.path());
      DemoPrograms programs = runPrograms(cluster, place.path());
      cluster.close();
      return report(result, programs, place);
    } catch (IOException | RuntimeException | InterruptedException e) {
      waitIfStopping();
      throw CommandException.failed(describe(e, cluster, place.path()), e);
    } finally {
      // The interrupt has been handled; it must not disturb the stop.
      Thread.interrupted();
      cluster.close();
      forget(hook);
    }
  }

  private void check() {
    if (servers < 1 || clients < 1 || files < 1 || window < 1 || sample < 0) {
      throw CommandException.usage("--servers, --clients, --files and --window are at least 1");
    }
    if (splitThreshold < 2) {
      throw CommandException.usage("--split-threshold is at least 2, not " + splitThreshold);
    }
  }

  private DemoResult run(DemoCluster cluster, Path path) throws IOException, InterruptedException {
    shell
        .err()
        .println(
            "Starting ZooKeeper and " + servers + " servers (data and logs in " + path + ") ...");
    cluster.start(servers, splitThreshold);
    Demo.Plan plan = new Demo.Plan(files, clients, window, sample, seed, splitThreshold);
    try (Demo demo = new Demo(shell, cluster.endpoints(), plan)) {
      return demo.run();
    }
  }

  /** Mounts the cluster, if that is possible, and runs programs on it. */
  private DemoPrograms runPrograms(DemoCluster cluster, Path path)
      throws IOException, InterruptedException {
    if (!Files.isWritable(Path.of("/dev/fuse"))) {
      return DemoPrograms.notMounted("/dev/fuse is not there for this user");
    }
    shell.err().println("Mounting the cluster and running programs on it ...");
    Path mountPoint = Files.createDirectory(path.resolve("mnt"));
    try {
      cluster.mount(mountPoint);
    } catch (CommandException e) {
      return DemoPrograms.notMounted(ErrorText.of(e));
    }
    return DemoPrograms.run(mountPoint, Files.createDirectory(path.resolve("local")));
  }

  private int report(DemoResult result, DemoPrograms programs, DemoDirectory place) {
    List<String> complaints = new ArrayList<>(result.complaints());
    complaints.addAll(programs.complaints());
    if (json) {
      shell.out().println(result.toJson(complaints).put("mount", programs.toJson()).toString());
    } else {
      result.print(shell.out());
      programs.print(shell.out());
    }
    shell.out().flush();
    if (!complaints.isEmpty()) {
      throw CommandException.failed(
          "not proven: "
              + String.join("; ", complaints)
              + "; logs and data are in "
              + place.path());
    }
    if (!json) {
      shell.out().println("Proven.");
    }
    place.cleanUp();
    return ExitCode.OK;
  }

  /** A process that died is the cause; errors of others are its consequences. */
  private static String describe(Exception e, DemoCluster cluster, Path path) {
    List<ChildProcess> dead = cluster.dead();
    if (dead.isEmpty() || e instanceof CommandException) {
      return ErrorText.of(e) + "; logs and data are in " + path;
    }
    return dead.stream()
        .map(child -> child.name() + " has ended, see " + child.log())
        .collect(Collectors.joining(", "));
  }

  /** On SIGINT and SIGTERM: leaves nothing behind. */
  private void stop(DemoCluster cluster, DemoDirectory place) {
    stopping = true;
    cluster.close();
    place.cleanUp();
  }

  /** Suppresses errors that are consequences of the stop. */
  private void waitIfStopping() {
    while (stopping) {
      LockSupport.park(this);
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook is running and completes the stop.
      return;
    }
  }
}
