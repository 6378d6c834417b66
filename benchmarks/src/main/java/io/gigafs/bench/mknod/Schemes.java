package io.gigafs.bench.mknod;

import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.bench.workload.ShownLoad;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.LoadResult;
import io.gigafs.load.NumberedNames;
import io.gigafs.load.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A cluster, volumes, and a directory for each scheme. Not thread-safe. */
final class Schemes implements AutoCloseable {
  static final Parameter FILES =
      Parameter.number("files", 50_000, "files of the directory, in each scheme");
  static final Parameter PROGRAMS =
      Parameter.number("programs", 8, "threads that create files, each one after the other");
  static final Parameter NODES =
      Parameter.number("nodes", 4, "clients that share the programs, where there are several");
  static final Parameter SERVERS = Parameter.number("servers", 4, "metadata servers");
  static final Parameter VOLUMES = Parameter.number("volumes", 8, "directories that are volumes");
  static final Parameter GROUPS =
      Parameter.number("groups", 4, "groups that the volumes belong to, in turn");
  static final Parameter THRESHOLD =
      Parameter.number("threshold", 8_000, "entries of a partition before it splits");

  static final List<Parameter> PARAMETERS =
      List.of(FILES, PROGRAMS, NODES, SERVERS, VOLUMES, GROUPS, THRESHOLD);

  private static final int MODE = 0755;
  private static final int FILE_MODE = 0644;

  /** One part in this number of a scheme's files is created in advance. */
  private static final int WARM_PART = 10;

  private final Run run;
  private final BenchCluster cluster;
  private final List<GigaClient> clients = new ArrayList<>();
  private final MknodVolumes volumes;

  private Schemes(Run run, BenchCluster cluster, MknodVolumes volumes) {
    this.run = run;
    this.cluster = cluster;
    this.volumes = volumes;
  }

  static Schemes start(Run run) throws IOException, InterruptedException {
    List<Path> directories = new ArrayList<>();
    for (int i = 0; i < run.count(VOLUMES); i++) {
      directories.add(run.directory().resolve("volume" + i));
    }
    MknodVolumes volumes = MknodVolumes.in(directories, run.count(GROUPS));
    BenchCluster cluster =
        BenchCluster.start(
            run.directory().resolve("cluster"),
            run.count(SERVERS),
            List.of("-Xmx512m"),
            "--split-threshold",
            run.text(THRESHOLD));
    Schemes schemes = new Schemes(run, cluster, volumes);
    try {
      for (int i = 0; i < run.count(NODES); i++) {
        schemes.clients.add(cluster.connect());
      }
      schemes.warmUp();
    } catch (IOException | RuntimeException e) {
      schemes.close();
      throw e;
    }
    return schemes;
  }

  /** Warms up, so that the first scheme does not pay for JIT compilation. */
  private void warmUp() throws IOException {
    GigaPath directory = GigaPath.ROOT.child(Name.of("warm-up"));
    clients.get(0).makeDirectory(directory, MODE);
    for (int i = 0; i < run.number(FILES) / WARM_PART; i++) {
      GigaPath file = directory.child(NumberedNames.of(i));
      GigaClient client = clients.get(i % clients.size());
      client.create(file, FILE_MODE, true);
      client.stat(file);
    }
  }

  /** Creates the empty directory of a scheme. Once per scheme. */
  MknodTarget target(Scheme scheme) throws IOException {
    String name = scheme.name();
    if (!scheme.usesGiga()) {
      Path directory = Files.createDirectory(run.directory().resolve(name));
      return new PlainMknodTarget(directory, scheme == Scheme.VOLUME_SYNCED);
    }
    GigaPath directory = GigaPath.ROOT.child(Name.of(name));
    InodeId inode = clients.get(0).makeDirectory(directory, MODE).inode();
    return new LayeredTarget(
        scheme, clients, directory, inode, volumes, new Partitions(run.count(THRESHOLD)));
  }

  /** Creates the files with all programs. */
  LoadResult make(Scheme scheme, MknodTarget target) throws IOException, InterruptedException {
    int nodes = scheme.nodes(clients.size());
    return ShownLoad.run(
        run,
        scheme.title(),
        new LoadGenerator.Shape(run.count(PROGRAMS), run.number(FILES), 1, 1, 0),
        program -> calls(number -> target.make(program % nodes, number)));
  }

  /** Stats each file with one program. */
  LoadResult stat(Scheme scheme, MknodTarget target) throws IOException, InterruptedException {
    return ShownLoad.run(
        run,
        "stats, " + scheme.title(),
        new LoadGenerator.Shape(1, run.number(FILES), 1, 1, 0),
        program -> calls(number -> target.stat(0, number)));
  }

  @Override
  public void close() {
    clients.forEach(GigaClient::close);
    cluster.close();
    volumes.close();
  }

  /** A blocking operation of a program on a file. */
  private interface Call {
    void on(long number) throws IOException;
  }

  private static Workload<Long> calls(Call call) {
    return Workload.ofCalls(
        (number, end) -> call.on(number), number -> NumberedNames.of(number).toString());
  }
}
