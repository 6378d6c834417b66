package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Shell;
import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.zookeeper.ClusterCopy;
import io.gigafs.cluster.zookeeper.ClusterFormatter;
import io.gigafs.cluster.zookeeper.ZooKeeperSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code giga format}. */
@Command(
    name = "format",
    description = {
      "Creates a new cluster; its records are stored in ZooKeeper.",
      "An existing cluster is never changed."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga format --zk zk1:2181,zk2:2181,zk3:2181 --servers 4",
      "  giga format --zk zk1:2181/giga-test --slots 256 --servers 8",
      "  giga format --zk zk1:2181 --restore /var/lib/giga/cluster.json"
    })
final class FormatCommand implements Callable<Integer> {
  @Option(
      names = "--zk",
      paramLabel = "HOST:PORT[,...][/CHROOT]",
      required = true,
      description = "The ZooKeeper that is to hold the cluster's records. Default chroot: /giga.")
  private String zooKeeper = "";

  @Option(
      names = "--slots",
      paramLabel = "N",
      description =
          "Number of slots, which never changes: a power of two, and the maximum number of"
              + " servers of the cluster. Default: ${DEFAULT-VALUE}.")
  private int slots = SlotTable.DEFAULT_SLOTS;

  @Option(
      names = "--servers",
      paramLabel = "N",
      description =
          "How many servers the cluster starts with: it serves once this many have joined."
              + " Default: ${DEFAULT-VALUE}.")
  private int servers = 1;

  @Option(
      names = "--split-threshold",
      paramLabel = "N",
      description =
          "A partition of a directory splits when it holds more entries than this."
              + " Default: ${DEFAULT-VALUE}.")
  private int splitThreshold = ClusterSettings.DEFAULT_SPLIT_THRESHOLD;

  @Option(
      names = "--inline-limit",
      paramLabel = "BYTES",
      description =
          "Files of up to about this size are stored by the servers, larger ones on volumes; 0"
              + " for none. Default: ${DEFAULT-VALUE}.")
  private int inlineLimit = ClusterSettings.DEFAULT_INLINE_LIMIT;

  @Option(
      names = "--transfer-directory",
      paramLabel = "DIR",
      description =
          "A directory that all servers have mounted at this path, to transfer partitions as"
              + " files. Default: none, they go in messages.")
  private String transferDirectory = "";

  @Option(
      names = "--restore",
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Restore the records of a cluster that ZooKeeper has lost, from the file cluster.json"
              + " in the data directories of its servers. The newest of the given files is used, so"
              + " give all of them. Existing records are not overwritten.")
  private List<Path> copies = List.of();

  private final Shell shell;

  FormatCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() {
    ZooKeeperSettings settings =
        ZooKeeperSettings.of(
            new GivenSetting(zooKeeper, "--zk").as(ServerConfiguration::zooKeeper));
    if (!copies.isEmpty()) {
      return restore(settings);
    }
    ClusterSettings clusterSettings = check();
    ClusterFormat format = ClusterFormatter.format(settings, slots, servers, clusterSettings);
    shell
        .out()
        .println(
            "formatted cluster "
                + format.clusterId()
                + ": "
                + slots
                + " slots, to start with "
                + servers
                + (servers == 1 ? " server" : " servers"));
    return ExitCode.OK;
  }

  private int restore(ZooKeeperSettings settings) {
    List<ClusterCopy> found = new ArrayList<>();
    for (Path file : copies) {
      found.add(
          ClusterCopy.read(file)
              .orElseThrow(() -> CommandException.failed("there is no file " + file)));
    }
    ClusterCopy written = ClusterFormatter.restore(settings, found);
    shell
        .out()
        .println(
            "restored cluster "
                + written.format().clusterId()
                + ": its view of epoch "
                + written.view().epoch()
                + ", with "
                + written.view().servers().size()
                + (written.view().servers().size() == 1 ? " server" : " servers")
                + " and "
                + written.view().volumes().size()
                + (written.view().volumes().size() == 1 ? " volume" : " volumes"));
    return ExitCode.OK;
  }

  /** Rejects invalid numbers before any request to ZooKeeper. */
  private ClusterSettings check() {
    try {
      ClusterSettings settings =
          new ClusterSettings(splitThreshold, inlineLimit, transferDirectory);
      return new ClusterFormat(new UUID(0, 0), slots, servers, settings).settings();
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("--" + ErrorText.of(e));
    }
  }
}
