package io.gigafs.bench.checkpoint;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Line;
import io.gigafs.bench.report.Plot;
import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.bench.workload.RandomFileWriter;
import io.gigafs.bench.workload.RateTimeline;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.FilePlace;
import io.gigafs.load.GigaPlace;
import io.gigafs.load.LoadThreads;
import io.gigafs.load.PlainPlace;
import io.gigafs.protocol.data.VolumeChangeRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * N-N checkpointing: programs write their own files into one directory concurrently, first into a
 * directory of the disk of the volumes, then into one of Giga, each with its own client.
 *
 * <p>A file is created, written in blocks, by default synced, and closed before the next: a
 * checkpoint must be on the disk to count. Servers keep the first bytes of a file. It gets an
 * object on a volume when it outgrows the inline limit.
 */
public final class CheckpointExperiment implements Experiment {
  private static final Parameter CLIENTS =
      Parameter.number("clients", 8, "programs, each with its own client");
  private static final Parameter FILES =
      Parameter.number("files", 100, "files of each, one for each checkpoint");
  private static final Parameter BYTES = Parameter.number("bytes", 1 << 20, "of each file");
  private static final Parameter BLOCK = Parameter.number("block", 1 << 17, "bytes of a write");
  private static final Parameter SYNC =
      Parameter.number("sync", 1, "whether each file is synced, 1 or 0");
  private static final Parameter SERVERS = Parameter.number("servers", 2, "metadata servers");
  private static final Parameter VOLUMES =
      Parameter.number("volumes", 4, "directories that are volumes");

  private static final double MEBIBYTE = 1 << 20;
  private static final Duration SLICE = Duration.ofMillis(250);
  private static final int MODE = 0755;
  private static final String GIGA = "Giga";
  private static final String VOLUME = "bare volume";

  @Override
  public String name() {
    return "checkpoint";
  }

  @Override
  public String question() {
    return "At what rate do N programs write their own files into one directory concurrently?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(CLIENTS, FILES, BYTES, BLOCK, SYNC, SERVERS, VOLUMES);
  }

  @Override
  public void run(Run run) throws Exception {
    Session session = new Session(run);
    try {
      double bare = session.bare();
      double giga = session.giga();
      run.figure(Figure.of("bytes, " + GIGA + " beside " + VOLUME, giga / bare, "ratio"));
    } finally {
      session.plot();
    }
  }

  /** One run with its results so far. */
  private static final class Session {
    private final Run run;
    private final List<Line> creates = new ArrayList<>();
    private final List<Line> bytes = new ArrayList<>();

    Session(Run run) {
      this.run = run;
    }

    double bare() throws IOException, InterruptedException {
      Path directory = Files.createDirectory(run.directory().resolve("plain"));
      return measure(VOLUME, Collections.nCopies(run.count(CLIENTS), new PlainPlace(directory)));
    }

    double giga() throws IOException, InterruptedException {
      List<GigaClient> clients = new ArrayList<>();
      try (BenchCluster cluster =
          BenchCluster.start(
              run.directory().resolve("cluster"),
              run.count(SERVERS),
              List.of("-Xmx512m"),
              "--set",
              "volume-roots=" + run.directory().toAbsolutePath())) {
        for (int i = 0; i < run.count(CLIENTS); i++) {
          clients.add(cluster.connect());
        }
        addVolumes(clients.get(0));
        GigaPath directory = GigaPath.parse("/checkpoints");
        clients.get(0).makeDirectory(directory, MODE);
        return measure(
            GIGA,
            clients.stream().map(client -> new GigaPlace(client.async(), directory)).toList());
      } finally {
        clients.forEach(GigaClient::close);
      }
    }

    private void addVolumes(GigaClient client) throws IOException {
      for (int i = 0; i < run.count(VOLUMES); i++) {
        Path volume = Files.createDirectory(run.directory().resolve("volume" + i));
        client
            .admin()
            .changeVolume(VolumeChangeRequest.Kind.ADD, 0, URI.create("posix://" + volume));
      }
    }

    /** Returns bytes per second. */
    private double measure(String what, List<? extends FilePlace> places)
        throws IOException, InterruptedException {
      RandomFileWriter dump =
          new RandomFileWriter(run.number(BYTES), run.count(BLOCK), run.number(SYNC) > 0);
      long files = run.number(FILES);
      try (RateTimeline made = RateTimeline.start(dump::creates, SLICE, at -> {});
          RateTimeline written = RateTimeline.start(() -> dump.bytes() >> 20, SLICE, at -> {})) {
        try {
          double seconds =
              run.during(
                  () -> what + ": " + dump.creates() + " of " + places.size() * files + " files",
                  () ->
                      LoadThreads.run(
                          places.size(),
                          program ->
                              dump.write(
                                  places.get(program),
                                  program,
                                  files,
                                  file -> "checkpoint." + file + "." + program)));
          double perSecond = dump.bytes() / seconds;
          run.figure(Figure.of("creates, " + what, dump.creates() / seconds, "1/s"));
          run.figure(Figure.of("bytes, " + what, perSecond / MEBIBYTE, "MiB/s"));
          return perSecond;
        } finally {
          creates.add(RateTimeline.rates(what, made.points()));
          bytes.add(RateTimeline.rates(what, written.points()));
        }
      }
    }

    void plot() {
      run.plot(new Plot("Creates", "seconds", "creates/s", creates));
      run.plot(new Plot("Bytes", "seconds", "MiB/s", bytes));
    }
  }
}
