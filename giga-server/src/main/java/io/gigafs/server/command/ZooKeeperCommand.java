package io.gigafs.server.command;

import io.gigafs.cli.ExitCode;
import io.gigafs.cli.KeepsLog;
import io.gigafs.cli.Lifetime;
import io.gigafs.cli.Shell;
import io.gigafs.cluster.zookeeper.EmbeddedZooKeeper;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code giga zookeeper}: a ZooKeeper for demonstrations, in a process of its own. */
@Command(
    name = "zookeeper",
    hidden = true,
    description = "Runs one ZooKeeper on 127.0.0.1, to try things out; not for production.",
    footerHeading = "%nExamples:%n",
    footer = "  giga zookeeper --data /tmp/zk --port 2181")
final class ZooKeeperCommand implements Callable<Integer>, KeepsLog {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "The data directory; created if missing.")
  private Path data = Path.of("");

  @Option(
      names = "--host",
      hidden = true,
      paramLabel = "ADDRESS",
      description = "The address it listens on. Default: 127.0.0.1.")
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Where it listens. Default: a free port.")
  private int port;

  @Option(names = "--stop-on-eof", hidden = true)
  private boolean stopOnEof;

  private final Shell shell;

  ZooKeeperCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws InterruptedException {
    Lifetime lifetime = Lifetime.begin(stopOnEof);
    EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(data, host, port);
    lifetime.owns(zooKeeper);
    lifetime.started();
    shell.out().println("serving zookeeper at " + host + ":" + zooKeeper.port());
    shell.out().flush();
    lifetime.await();
    return ExitCode.OK;
  }
}
