package io.gigafs.cli.mount;

import io.gigafs.cli.ClusterAddress;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.EndOfInput;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.KeepsLog;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.fuse.MountedCluster;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.memory.MemoryFileSystem;
import io.gigafs.fuse.mounting.FuseMount;
import io.gigafs.fuse.mounting.TerminalSession;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga mount}. */
@Command(
    name = "mount",
    description = {
      "Mounts a cluster on a directory of this machine.",
      "The command returns when the directory is mounted; a background process serves it until"
          + " it is unmounted. Root needs nothing but /dev/fuse; users need fusermount3."
    },
    footerHeading =
        "%nOptions for -o, NAME[=VALUE], separated by commas; docs/mount.md describes all:%n",
    footer = {
      "  ro, nonempty, noexec, noatime, suid, dev   as with mount(8)",
      "  allow_other, noallow_other                 for all users (default for root) or not",
      "  uid=N, gid=N, umask=OCTAL                  shown for all files",
      "  attr_timeout=, entry_timeout=, negative_timeout=TIME   kernel cache timeouts",
      "  data_path=client|server|symlink, timeout=TIME, connections=N   access to servers",
      "  threads=N, max_threads=N, max_write=SIZE, max_readahead=SIZE",
      "  cache_size=SIZE, buffer_size=SIZE, cache_names=N   memory for files",
      "  data_cache=DIR, data_cache_size=SIZE       a local disk cache of files on volumes",
      "  writeback, writeback_size=SIZE             close(2) waits for that cache, not for volumes",
      "  cache_group=on|off                         read these from caches of servers, or not",
      "  fsname=TEXT, subtype=TEXT, log_file=PATH, novirtual",
      "  default_permissions, nodefault_permissions the kernel checks permissions, too, or not",
      "  binding=kernel|jnr-fuse                    the kernel's protocol itself, or libfuse 2.9",
      "",
      "Examples:",
      "  giga mount giga://h1:7000,h2:7000/ /mnt/giga",
      "  giga mount -f -o ro,attr_timeout=5s giga://h1:7000/ /mnt/giga",
      "  giga mount --stats /mnt/giga",
      "  giga umount /mnt/giga"
    })
final class MountCommand implements Callable<Integer>, KeepsLog {
  private static final Logger LOG = LoggerFactory.getLogger(MountCommand.class);

  /** The source that mounts an in-memory file system without a cluster, as a benchmark baseline. */
  private static final String MEMORY = "memory:";

  @Parameters(
      arity = "1..2",
      paramLabel = "ARG",
      description =
          "CLUSTER-URI DIR: what to mount, giga://HOST:PORT[,HOST:PORT...]/, and where."
              + " memory: mounts an in-memory file system, for benchmarks, with -f.")
  private List<String> arguments = new ArrayList<>();

  @Option(names = "-o", paramLabel = "OPTS", description = "Options, see below.")
  private List<String> options = new ArrayList<>();

  @Option(
      names = {"-f", "--foreground"},
      description = "Run until it is unmounted; the log goes to standard error.")
  private boolean foreground;

  @Option(
      names = "--log-file",
      paramLabel = "PATH",
      description = "The log file. Default for root: /var/log/giga/mount-DIR.log.")
  private @Nullable String logFile;

  @Option(
      names = "--stats",
      description = "Print the counters of a mount; ARG is the mounted directory alone.")
  private boolean stats;

  @Option(
      names = "--background",
      hidden = true,
      description = "Serve as the background process of the command.")
  private boolean background;

  @Option(names = "--stop-on-eof", hidden = true)
  private boolean stopOnEof;

  private final Shell shell;

  MountCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws IOException, GigaException, InterruptedException {
    if (stats) {
      return printStats();
    }
    if (arguments.size() != 2) {
      throw CommandException.usage("give both CLUSTER-URI and DIR");
    }
    if (stopOnEof) {
      EndOfInput.exits();
    }
    Path directory = Path.of(arguments.get(1)).toAbsolutePath();
    OptionList list = new OptionList(options);
    if (MEMORY.equals(arguments.get(0))) {
      if (!foreground) {
        throw CommandException.usage(MEMORY + " is mounted in the foreground only: add -f");
      }
      try (UnmountAtExit exit = UnmountAtExit.install()) {
        return serve(exit, new MemoryFileSystem(), MEMORY, directory, list);
      }
    }
    ClusterAddress cluster = address(arguments.get(0));
    // Invalid options are refused before anything is started.
    list.settings(cluster.toString(), false);
    list.options(isRoot());
    list.client(cluster);
    list.binding();
    if (foreground || background) {
      return serve(cluster, directory, list);
    }
    Path log =
        BackgroundMount.logFile(logFile != null ? logFile : list.logFile(), directory, shell);
    new BackgroundMount(log).start(cluster, directory, options);
    shell.out().println("mounted " + cluster + " on " + directory);
    return ExitCode.OK;
  }

  private boolean isRoot() {
    return shell.identity().caller().isSuperuser();
  }

  private static ClusterAddress address(String text) {
    try {
      return ClusterAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(ErrorText.of(e));
    }
  }

  private int printStats() throws IOException {
    Path directory = Path.of(arguments.get(arguments.size() - 1));
    Path file = directory.resolve(".giga").resolve("stats");
    if (!Files.exists(file)) {
      throw CommandException.failed(
          directory + " is not a mounted cluster, or mounted with novirtual: there is no " + file);
    }
    shell.out().println(Files.readString(file, StandardCharsets.UTF_8).stripTrailing());
    return ExitCode.OK;
  }

  private int serve(ClusterAddress cluster, Path directory, OptionList list)
      throws IOException, GigaException, InterruptedException {
    if (background) {
      TerminalSession.leave();
    }
    try (UnmountAtExit exit = UnmountAtExit.install();
        GigaClient client = shell.connector().connect(list.client(cluster))) {
      return serve(
          exit,
          MountedCluster.of(
              client.async(), list.options(isRoot()), System::nanoTime, InstantSource.system()),
          cluster.toString(),
          directory,
          list);
    }
  }

  private int serve(
      UnmountAtExit exit, FuseFileSystem fileSystem, String source, Path directory, OptionList list)
      throws IOException, InterruptedException {
    FuseMount mount =
        exit.mount(
            () -> list.binding().mount(fileSystem, directory, list.settings(source, isRoot())));
    LOG.info("Mounted {} on {}", source, mount.directory());
    shell.out().println("mounted " + source + " on " + mount.directory());
    shell.out().flush();
    mount.awaitEnd();
    LOG.info("Unmounted {}", mount.directory());
    return ExitCode.OK;
  }
}
