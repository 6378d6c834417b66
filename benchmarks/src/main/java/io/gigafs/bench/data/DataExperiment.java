package io.gigafs.bench.data;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.workload.ProcessUsage;
import io.gigafs.bench.workload.RandomFileWriter;
import io.gigafs.load.FilePlace;
import io.gigafs.load.LoadThreads;
import io.gigafs.load.PlainPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The report's data_test: applications create files and write them in blocks of 4,096 bytes
 * concurrently, on the bare volume and over each data path. It also measures the processor time and
 * memory of servers and clients.
 *
 * <p>A client is a mount in its own process, one for each application. Applications are threads of
 * this process that make system calls. The rate of a file is that of its blocks alone. Summed over
 * the applications, and then averaged over the files, it is the report's average data rate. Without
 * a sync it is the rate into this machine's memory, where the paths differ; the disk is the same
 * for all.
 */
public final class DataExperiment implements Experiment {
  private static final Parameter APPLICATIONS =
      new Parameter("applications", "1,4", "applications at once, one run for each number");
  private static final Parameter FILES = Parameter.number("files", 4, "files of each");
  private static final Parameter BYTES = Parameter.number("bytes", 8 << 20, "of each file");
  private static final Parameter BLOCK = Parameter.number("block", 4096, "bytes of a write");
  private static final Parameter SYNC =
      Parameter.number("sync", 0, "whether a file's time includes a sync, 1 or 0");

  @Override
  public String name() {
    return "data";
  }

  @Override
  public String question() {
    return "What share of a volume's bandwidth do the data paths deliver, and at what cost?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(APPLICATIONS, FILES, BYTES, BLOCK, SYNC);
  }

  @Override
  public void run(Run run) throws Exception {
    Outcomes outcomes = new Outcomes();
    warmUp(run);
    try {
      for (long applications : run.numbers(APPLICATIONS)) {
        for (Route route : Route.values()) {
          Path directory =
              Files.createDirectory(run.directory().resolve(route + "-" + applications));
          measure(run, route, Math.toIntExact(applications), directory, outcomes);
        }
      }
    } finally {
      outcomes.report(run);
    }
  }

  /** Compiles the code first; otherwise the first route would be measured with cold code. */
  private static void warmUp(Run run) throws IOException, InterruptedException {
    Path directory = Files.createDirectory(run.directory().resolve("warm"));
    write(run, writer(run), new PlainPlace(directory), 0);
  }

  private static RandomFileWriter writer(Run run) {
    return new RandomFileWriter(run.number(BYTES), run.count(BLOCK), run.number(SYNC) > 0);
  }

  private static double[] write(Run run, RandomFileWriter writer, FilePlace place, int application)
      throws IOException, InterruptedException {
    return writer.write(place, application, run.number(FILES), file -> name(application, file));
  }

  private static String name(int application, long file) {
    return "f" + application + "." + file;
  }

  private static void measure(
      Run run, Route route, int applications, Path directory, Outcomes outcomes)
      throws IOException, InterruptedException {
    if (route == Route.VOLUME) {
      List<FilePlace> places = Collections.nCopies(applications, new PlainPlace(directory));
      write(run, route, places, List.of(), List.of(), outcomes);
      return;
    }
    try (Stage stage = Stage.start(directory, route, applications)) {
      write(run, route, stage.places(), List.of(stage.server()), stage.mounts(), outcomes);
      for (int application = 0; application < applications; application++) {
        for (long file = 0; file < run.number(FILES); file++) {
          stage.check(name(application, file), run.number(BYTES));
        }
      }
    }
  }

  private static void write(
      Run run,
      Route route,
      List<FilePlace> places,
      List<Long> servers,
      List<Long> clients,
      Outcomes outcomes)
      throws IOException, InterruptedException {
    RandomFileWriter writer = writer(run);
    List<Long> programs = List.of(ProcessHandle.current().pid());
    List<double[]> rates = Arrays.asList(new double[places.size()][]);
    ProcessUsage serverBefore = ProcessUsage.of(servers);
    ProcessUsage clientsBefore = ProcessUsage.of(clients);
    ProcessUsage programsBefore = ProcessUsage.of(programs);
    run.during(
        () ->
            route.title()
                + ", applications: "
                + places.size()
                + ": "
                + (writer.bytes() >> 20)
                + " MiB",
        () ->
            LoadThreads.run(
                places.size(),
                application ->
                    rates.set(
                        application, write(run, writer, places.get(application), application))));
    outcomes.add(
        run,
        route,
        rates,
        new Outcomes.Used(
            ProcessUsage.of(servers).since(serverBefore),
            ProcessUsage.of(clients).since(clientsBefore),
            ProcessUsage.of(programs).since(programsBefore).cpuSeconds()));
  }
}
