package io.gigafs.bench.mdtest;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.bench.workload.ShownLoad;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The phases of mdtest, the benchmark of the IO500, with the Java client: items of tasks in one
 * shared directory or in one per task, empty files (the easy variant) and files of 3,901 bytes (the
 * hard one).
 *
 * <p>A task is a thread with its own client, so that tasks share only the servers, as MPI tasks do;
 * it waits for each answer. As with {@code mdtest -N}, items are statted, read and removed by other
 * tasks than the ones that created them. A phase's rate is that of all its items over the time
 * until the last task has finished.
 */
public final class MdtestExperiment implements Experiment {
  private static final Parameter TASKS = Parameter.number("tasks", 8, "tasks, mpirun -n");
  private static final Parameter ITEMS =
      Parameter.number("items", 1_000, "files and directories of each task, mdtest -n");
  private static final Parameter ITERATIONS =
      Parameter.number("iterations", 3, "how often all is done, mdtest -i");
  private static final Parameter STRIDE =
      Parameter.number("stride", 1, "tasks to the one whose items are looked at next, mdtest -N");
  private static final Parameter BYTES =
      new Parameter("bytes", "0,3901", "written to and read of each file, mdtest -w and -e");
  private static final Parameter SERVERS = Parameter.number("servers", 1, "metadata servers");

  private static final int MODE = 0755;

  @Override
  public String name() {
    return "mdtest";
  }

  @Override
  public String question() {
    return "What rates does mdtest give for files and directories of one or many directories?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(TASKS, ITEMS, ITERATIONS, STRIDE, BYTES, SERVERS);
  }

  @Override
  public void run(Run run) throws Exception {
    Rates rates = new Rates();
    List<GigaClient> clients = new ArrayList<>();
    try (BenchCluster cluster =
        BenchCluster.start(
            run.directory().resolve("cluster"), run.count(SERVERS), List.of("-Xmx512m"))) {
      for (int i = 0; i < run.count(TASKS); i++) {
        clients.add(cluster.connect());
      }
      for (int i = 0; i < run.count(ITERATIONS); i++) {
        for (MdtestLayout layout : MdtestLayout.values()) {
          new Iteration(run, rates, clients, layout, i).run();
        }
      }
    } finally {
      clients.forEach(GigaClient::close);
      rates.report(run);
    }
  }

  /** All phases of one layout, once. */
  private static final class Iteration {
    private final Run run;
    private final Rates rates;
    private final List<GigaClient> clients;
    private final MdtestLayout layout;
    private final int number;
    private final GigaPath root;

    Iteration(Run run, Rates rates, List<GigaClient> clients, MdtestLayout layout, int number) {
      this.run = run;
      this.rates = rates;
      this.clients = clients;
      this.layout = layout;
      this.number = number;
      this.root = GigaPath.ROOT.child(Name.of("test-dir." + layout + "-" + number));
    }

    void run() throws IOException, InterruptedException {
      clients.get(0).makeDirectory(root, MODE);
      phase(MdtestPhase.TREE_CREATION, 0);
      phase(MdtestPhase.DIRECTORY_CREATION, 0);
      phase(MdtestPhase.DIRECTORY_STAT, 0);
      phase(MdtestPhase.DIRECTORY_REMOVAL, 0);
      for (long bytes : run.numbers(BYTES)) {
        phase(MdtestPhase.FILE_CREATION, Math.toIntExact(bytes));
        phase(MdtestPhase.FILE_STAT, Math.toIntExact(bytes));
        phase(MdtestPhase.FILE_READ, Math.toIntExact(bytes));
        phase(MdtestPhase.FILE_REMOVAL, Math.toIntExact(bytes));
      }
      phase(MdtestPhase.TREE_REMOVAL, 0);
    }

    private void phase(MdtestPhase phase, int bytes) throws IOException, InterruptedException {
      boolean ofTrees = phase == MdtestPhase.TREE_CREATION || phase == MdtestPhase.TREE_REMOVAL;
      int tasks = ofTrees ? layout.trees(clients.size()) : clients.size();
      long each = ofTrees ? 1 : run.number(ITEMS);
      String which = layout.title() + (phase.title().startsWith("File") ? ", " + bytes + " B" : "");
      LoadGenerator.Shape shape = new LoadGenerator.Shape(tasks, tasks * each, 1, 1, 0);
      rates.add(
          phase,
          which,
          ShownLoad.run(
                  run,
                  phase.title() + ", " + which + ", iteration " + (number + 1),
                  shape,
                  task -> calls(phase, items(phase, task, bytes), shape.firstOf(task)))
              .perSecond());
    }

    private static Workload<Long> calls(MdtestPhase phase, Items items, long first) {
      return Workload.ofCalls(
          (number, end) -> items.act(phase, number - first),
          number -> items.tree() + ", item " + (number - first));
    }

    private Items items(MdtestPhase phase, int task, int bytes) {
      int owner = (int) ((task + phase.strides() * run.number(STRIDE)) % clients.size());
      return new Items(clients.get(task).async(), layout.tree(root, owner), owner, bytes);
    }
  }
}
