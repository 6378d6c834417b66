package io.gigafs.cli.bench;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.cli.mount.ChildMount;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.fuse.MountBinding;
import io.gigafs.load.BenchSide;
import io.gigafs.load.MountBench;
import io.gigafs.load.MountResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code giga bench mount}. */
@Command(
    name = "mount",
    description = {
      "Mounts the cluster, and an in-memory file system for comparison, and measures programs on",
      "both: P processes create, stat and unlink N files, and one writes and reads a large one.",
      "",
      "R rounds follow W rounds that are not counted. Names are looked up after the",
      "kernel has dropped them, and the large file is read after the kernel has dropped its",
      "pages; the volume's file system may still cache it. With --data-path symlink the",
      "large file is overwritten through its link to the volume, and compared with",
      "--volume alone, since no mount is involved."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga bench mount -c giga://10.0.0.1:7000/ --files 40000",
      "  giga bench mount -c giga://10.0.0.1:7000/ --files 0 --stream 1G --volume /mnt/pan/bench",
      "  giga bench mount -c giga://10.0.0.1:7000/ -o attr_timeout=10 --json",
      "  giga bench mount -c giga://10.0.0.1:7000/ --binding jnr-fuse"
    })
final class BenchMountCommand implements Callable<Integer> {
  private static final Duration START = Duration.ofSeconds(60);
  private static final String NAME = "mount";

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = {"-n", "--files"},
      paramLabel = "N",
      description = "Number of files, over all processes. Default: ${DEFAULT-VALUE}.")
  private long files = 20_000;

  @Option(
      names = {"-p", "--processes"},
      paramLabel = "P",
      description = "Number of processes that make calls. Default: ${DEFAULT-VALUE}.")
  private int processes = 4;

  @Option(
      names = "--shared",
      description = "Use one directory for all of them, not a separate one for each.")
  private boolean shared;

  @Option(
      names = "--rounds",
      paramLabel = "R",
      description = "Number of counted rounds. Default: ${DEFAULT-VALUE}.")
  private int rounds = 3;

  @Option(
      names = "--warmup-rounds",
      paramLabel = "W",
      description = "Number of uncounted rounds before. Default: ${DEFAULT-VALUE}.")
  private int warmupRounds = 1;

  @Option(
      names = "--stream",
      paramLabel = "SIZE",
      converter = ByteSizes.class,
      description = "The size of the large file, e.g. 1G. Default: no large file.")
  private long stream;

  @Option(
      names = "--volume",
      paramLabel = "DIR",
      description = "A directory to compare the large file with, too; created if it is missing.")
  private @Nullable Path volume;

  @Option(
      names = "--dir",
      paramLabel = "PATH",
      description =
          "The directory in the cluster for all files; created if it is missing."
              + " Default: ${DEFAULT-VALUE}.")
  private String directory = "/bench";

  @Option(
      names = "--binding",
      paramLabel = "NAME",
      description = "kernel or jnr-fuse, for both mounts: -o binding=NAME of giga mount.")
  private @Nullable String binding;

  @Option(names = "-o", paramLabel = "OPTS", description = "Options of the mount.")
  private List<String> options = new ArrayList<>();

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  private final Shell shell;

  BenchMountCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    BenchOperation.checkPositive("--processes", processes);
    BenchOperation.checkPositive("--rounds", rounds);
    BenchOperation.checkNotNegative("--warmup-rounds", warmupRounds);
    if (files <= 0 && stream == 0) {
      throw CommandException.usage("nothing to measure: give --files N, --stream SIZE or both");
    }
    if (warmupRounds == 0 && stream > 0 && cluster.dataPath() == DataPath.SYMLINK) {
      throw CommandException.usage(
          "--data-path symlink needs --warmup-rounds 1 or more: the first creates the large file");
    }
    String path = cluster.dataPath().name().toLowerCase(Locale.ROOT);
    List<String> bound = binding == null ? List.of() : List.of("-o", "binding=" + binding());
    List<String> mounting = new ArrayList<>(bound);
    mounting.addAll(List.of("-o", "data_path=" + path));
    options.forEach(option -> mounting.addAll(List.of("-o", option)));
    Path place = Files.createTempDirectory("giga-bench-");
    MountResult result;
    try (ChildMount memory = mount(place, "memory", "memory:", bound);
        ChildMount giga = mount(place, "giga", cluster.required(shell).toString(), mounting)) {
      memory.awaitReady(START);
      giga.awaitReady(START);
      result =
          measure(
              place,
              new MountBench.Shape(
                  processes, Math.max(0, files), shared, rounds, warmupRounds, stream, path));
    }
    remove(place);
    return new MountBenchReport(result).print(shell, spec, NAME, json);
  }

  private MountBinding binding() {
    try {
      return MountBinding.of(binding == null ? "" : binding);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("--binding: " + ErrorText.of(e));
    }
  }

  private static ChildMount mount(Path place, String name, String what, List<String> options)
      throws IOException {
    Path directory = Files.createDirectory(place.resolve(name));
    return ChildMount.start(place.resolve(name + ".log"), List.of(), options, what, directory);
  }

  private MountResult measure(Path place, MountBench.Shape shape)
      throws IOException, InterruptedException {
    Map<BenchSide, Path> directories = new EnumMap<>(BenchSide.class);
    directories.put(BenchSide.GIGA, place.resolve("giga" + directory));
    directories.put(BenchSide.MEMORY, place.resolve("memory/bench"));
    if (volume != null) {
      directories.put(BenchSide.VOLUME, volume);
    }
    for (Path each : directories.values()) {
      Files.createDirectories(each);
    }
    LongAdder done = new LongAdder();
    ProgressLine progress = ProgressLine.forPeople(shell, () -> "mount: " + done.sum() + " done");
    try {
      return new MountBench(directories, shape, done::add).run();
    } finally {
      progress.close();
    }
  }

  private static void remove(Path place) throws IOException {
    for (String name : List.of("giga", "memory", "giga.log", "memory.log")) {
      Files.deleteIfExists(place.resolve(name));
    }
    Files.delete(place);
  }
}
