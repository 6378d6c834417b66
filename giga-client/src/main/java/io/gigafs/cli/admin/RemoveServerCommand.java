package io.gigafs.cli.admin;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.ClusterChangeRequest.Kind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga admin remove}. */
@Command(
    name = "remove",
    description = {
      "Removes a server from the cluster permanently. It must be drained and stopped.",
      "Its id can then be used by a server with another store."
    },
    footerHeading = "%nExamples:%n",
    footer = "  giga admin remove s3")
final class RemoveServerCommand implements Callable<Integer> {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Parameters(paramLabel = "ID", description = "The server's id, as giga status shows it.")
  private String id = "";

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  private final Shell shell;

  RemoveServerCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    ServerId server = ServerIds.parse(id);
    try (GigaClient client = cluster.connect(shell)) {
      ClusterView view = client.admin().changeCluster(Kind.REMOVE, server);
      int left = view.servers().size();
      shell
          .out()
          .println(
              json
                  ? new JsonObject().put("server", server).put("servers_left", left).toString()
                  : server
                      + " is removed: the cluster has "
                      + left
                      + (left == 1 ? " server" : " servers"));
      return ExitCode.OK;
    }
  }
}
