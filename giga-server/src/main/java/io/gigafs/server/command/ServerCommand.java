package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.KeepsLog;
import io.gigafs.cli.Lifetime;
import io.gigafs.cli.Shell;
import io.gigafs.cluster.zookeeper.ClusterCopy;
import io.gigafs.cluster.zookeeper.ZooKeeperMembership;
import io.gigafs.server.GigaServer;
import io.gigafs.server.GigaServer.ServerStartException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code giga server}: its options are the table of {@link ServerSetting}. */
final class ServerCommand implements Callable<Integer>, KeepsLog {
  private static final String CONFIG = "--config";

  /** Not a setting: it applies to one start, and must not be in a file for all starts. */
  private static final String ACCEPT_LOSS = "--accept-loss";

  private final Shell shell;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private ServerCommand(Shell shell) {
    this.shell = shell;
  }

  static CommandSpec spec(Shell shell) {
    CommandSpec spec = new ServerCommand(shell).spec;
    spec.name("server");
    spec.usageMessage()
        .description(
            "Runs a server of a cluster.",
            "Prints one line 'serving NAME at HOST:PORT' when it is ready, logs on standard error,",
            "and stops, with exit code 0, on SIGTERM and SIGINT.")
        .footerHeading("%nExamples:%n")
        .footer(
            "  giga server --zk zk1:2181,zk2:2181 --id s1 --data /var/lib/giga --listen 10.0.0.1:7000",
            "  giga server --config /etc/giga/server.properties --id s2");
    spec.addOption(
        OptionSpec.builder(CONFIG)
            .paramLabel("FILE")
            .type(Path.class)
            .description(
                "A file of Java properties with any of these settings, by the names of the options"
                    + " (zk = zk1:2181); options win.")
            .build());
    for (ServerSetting setting : ServerSetting.values()) {
      spec.addOption(
          OptionSpec.builder(setting.option())
              .paramLabel(setting.label())
              .type(String.class)
              .description(setting.description())
              .build());
    }
    spec.addOption(
        OptionSpec.builder(ACCEPT_LOSS)
            .type(boolean.class)
            .description(
                "Start without data that was lost, such as the rest of a damaged log. An earlier start"
                    + " refused and named the loss; giga status and giga fsck report it.")
            .build());
    spec.addOption(Lifetime.stopOnEofOption());
    return spec;
  }

  @Override
  public Integer call() throws InterruptedException {
    Lifetime lifetime = Lifetime.begin(Lifetime.isStopOnEof(spec));
    ServerConfiguration configuration = ServerConfiguration.of(given());
    boolean acceptsLoss = Boolean.TRUE.equals(spec.findOption(ACCEPT_LOSS).getValue());
    GigaServer server = start(configuration.acceptingLoss(acceptsLoss));
    lifetime.owns(server);
    lifetime.started();
    shell.out().println("serving " + configuration.server().id() + " at " + server.endpoint());
    shell.out().flush();
    lifetime.await();
    return ExitCode.OK;
  }

  private static GigaServer start(ServerConfiguration configuration) {
    try {
      return GigaServer.start(
          configuration.server(),
          ZooKeeperMembership.open(
              configuration.zooKeeper(),
              configuration.server().dataDirectory().resolve(ClusterCopy.FILE)));
    } catch (ServerStartException e) {
      throw CommandException.failed(ErrorText.oneLine(String.valueOf(e.getMessage())), e);
    }
  }

  private Map<ServerSetting, GivenSetting> given() {
    Map<ServerSetting, GivenSetting> given = new EnumMap<>(ServerSetting.class);
    Path file = spec.findOption(CONFIG).getValue();
    if (file != null) {
      given.putAll(SettingsFile.read(file));
    }
    for (ServerSetting setting : ServerSetting.values()) {
      String value = spec.findOption(setting.option()).getValue();
      if (value != null) {
        given.put(setting, new GivenSetting(value, setting.option()));
      }
    }
    return given;
  }
}
