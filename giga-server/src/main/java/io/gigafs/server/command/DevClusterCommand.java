package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.KeepsLog;
import io.gigafs.cli.Lifetime;
import io.gigafs.cli.Shell;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.GigaException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code giga dev-cluster}. */
@Command(
    name = "dev-cluster",
    description = {
      "Runs a small cluster on this machine, to develop and play with.",
      "ZooKeeper and all servers are threads of this one process and listen on 127.0.0.1 only.",
      "Prints one line 'ready giga://127.0.0.1:PORT/' when it can be used, and runs until it is",
      "stopped (SIGTERM, Ctrl-C). The next start uses the data in DIR again; the log is",
      "DIR/dev-cluster.log."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga dev-cluster --dir /tmp/giga",
      "  giga dev-cluster --servers 4 --dir /tmp/giga4 --base-port 7000",
      "  giga dev-cluster --dir /tmp/safe --set durability=always --set lanes=2"
    })
final class DevClusterCommand implements Callable<Integer>, KeepsLog {
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      required = true,
      description = "The cluster's data directory; created if missing.")
  private Path directory = Path.of("");

  @Option(
      names = "--servers",
      paramLabel = "N",
      description =
          "How many servers. Default: "
              + DevCluster.DEFAULT_SERVERS
              + ", or as many as the cluster in DIR has.")
  private @Nullable Integer servers;

  @Option(
      names = "--base-port",
      paramLabel = "PORT",
      description = "The first server's port; the others take the next. Default: free ports.")
  private int basePort;

  @Option(
      names = "--split-threshold",
      paramLabel = "N",
      description = "For a new cluster, as for giga format. Default: ${DEFAULT-VALUE}.")
  private int splitThreshold = ClusterSettings.DEFAULT_SPLIT_THRESHOLD;

  @Option(
      names = "--inline-limit",
      paramLabel = "BYTES",
      description = "For a new cluster, as for giga format. Default: ${DEFAULT-VALUE}.")
  private int inlineLimit = ClusterSettings.DEFAULT_INLINE_LIMIT;

  @Option(
      names = "--transfer-directory",
      paramLabel = "DIR",
      description = "For a new cluster, as for giga format. Default: none.")
  private String transferDirectory = "";

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      description =
          "Size of each server's cache of files on volumes, such as 256m; short for"
              + " --set cache=SIZE. Default: no cache.")
  private @Nullable String cache;

  @Option(
      names = "--set",
      paramLabel = "SETTING=VALUE",
      description =
          "A setting of all servers, by the name of the option of giga server without its hyphens.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--accept-loss",
      description = "Start without data that was lost, as for giga server.")
  private boolean acceptsLoss;

  @Option(names = "--stop-on-eof", hidden = true)
  private boolean stopOnEof;

  private final Shell shell;

  DevClusterCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws InterruptedException, GigaException {
    DevCluster.Plan plan = plan();
    Lifetime lifetime = Lifetime.begin(stopOnEof);
    DevCluster cluster = DevCluster.start(plan);
    lifetime.owns(cluster);
    Endpoint contact = cluster.endpoints().get(0);
    awaitUsable(contact);
    lifetime.started();
    shell
        .err()
        .println(
            cluster.endpoints().size()
                + " servers at "
                + cluster.endpoints()
                + ", log in "
                + cluster.log()
                + "; Ctrl-C stops them");
    shell.out().println("ready giga://" + contact + "/");
    shell.out().flush();
    lifetime.await();
    return ExitCode.OK;
  }

  private DevCluster.Plan plan() {
    if (servers != null && servers < 1) {
      throw CommandException.usage("--servers is at least 1, not " + servers);
    }
    if (basePort < 0 || basePort > 65_535) {
      throw CommandException.usage("--base-port is a port, not " + basePort);
    }
    return new DevCluster.Plan(
        directory, servers, basePort, clusterSettings(), serverSettings(), acceptsLoss);
  }

  private ClusterSettings clusterSettings() {
    try {
      return new ClusterSettings(splitThreshold, inlineLimit, transferDirectory);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("--" + ErrorText.of(e));
    }
  }

  private Map<ServerSetting, GivenSetting> serverSettings() {
    Map<ServerSetting, GivenSetting> given = new EnumMap<>(ServerSetting.class);
    settings.forEach(
        (key, value) -> {
          ServerSetting setting =
              ServerSetting.ofKey(key)
                  .filter(known -> !DevCluster.OWN_SETTINGS.contains(known))
                  .orElseThrow(
                      () -> CommandException.usage("--set: '" + key + "' cannot be set here"));
          given.put(setting, new GivenSetting(value, "--set " + key));
        });
    if (cache != null) {
      given.put(ServerSetting.CACHE, new GivenSetting(cache, "--cache"));
    }
    return given;
  }

  /** Waits until a client can use the cluster. */
  private void awaitUsable(Endpoint contact) throws GigaException {
    try (GigaClient client = shell.connector().connect(ClientSettings.of(List.of(contact)))) {
      client.stat(GigaPath.ROOT);
    }
  }
}
