package io.gigafs.cli.admin;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import io.gigafs.cli.status.ClusterHealth;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.ClusterChangeRequest.Kind;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga admin drain}. */
@Command(
    name = "drain",
    description = {
      "Moves all slots of a server, and with them all of its data, to the other servers.",
      "The server keeps serving, and the drain continues if this command is stopped."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga admin drain s3 --wait      then stop it, and: giga admin remove s3",
      "  giga admin drain s3 --cancel    allow it to receive slots again"
    })
final class DrainServerCommand implements Callable<Integer> {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Parameters(paramLabel = "ID", description = "The server's id, as giga status shows it.")
  private String id = "";

  @Option(names = "--cancel", description = "Allow it to receive slots again.")
  private boolean cancel;

  @Option(names = "--wait", description = "Wait until it has no slots.")
  private boolean wait;

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  private final Shell shell;

  DrainServerCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    ServerId server = ServerIds.parse(id);
    try (GigaClient client = cluster.connect(shell)) {
      ClusterView view = client.admin().changeCluster(cancel ? Kind.UNDRAIN : Kind.DRAIN, server);
      if (wait && !cancel) {
        view = new SlotWait(shell, client).await(health -> left(client, health, server)).view();
      }
      long objects = left(view, server) == 0 ? toDelete(client, view, server) : 0;
      if (json) {
        shell
            .out()
            .println(
                new JsonObject()
                    .put("server", server)
                    .put("draining", view.draining().contains(server))
                    .put("slots_left", left(view, server))
                    .put("objects_to_delete", left(view, server) == 0 ? objects : null)
                    .toString());
      } else {
        shell.out().println(describe(view, server, objects));
      }
      return wait && !cancel && isCancelled(view, server) ? ExitCode.FAILED : ExitCode.OK;
    }
  }

  private static String describe(ClusterView view, ServerId server, long objects) {
    int left = left(view, server);
    if (isCancelled(view, server)) {
      return server + " takes slots";
    }
    if (left > 0) {
      return server + " is draining: " + SlotWait.slots(left) + " to give away";
    }
    return objects > 0
        ? server + " is draining: it holds no slots; " + describe(objects)
        : server + " is drained: it holds no slots";
  }

  private static String describe(long objects) {
    return objects + (objects == 1 ? " object" : " objects") + " on volumes to delete";
  }

  /** What must be done before the server can be removed, as text; empty if nothing is left. */
  private static String left(GigaClient client, ClusterHealth health, ServerId server)
      throws GigaException {
    if (isCancelled(health.view(), server)) {
      return "";
    }
    if (left(health.view(), server) > 0) {
      return SlotWait.describe(health);
    }
    long objects = toDelete(client, health.view(), server);
    return objects == 0 ? "" : describe(objects);
  }

  /**
   * Number of objects that the server must still delete. If it is removed before, they are never
   * deleted.
   */
  private static long toDelete(GigaClient client, ClusterView view, ServerId server)
      throws GigaException {
    ServerInfo draining = view.find(server).orElse(null);
    if (draining == null) {
      return 0;
    }
    long count = 0;
    for (VolumeInfo volume : view.volumes()) {
      byte[] cursor = {};
      do {
        ObjectsResult result = client.admin().objects(draining, volume.id(), cursor);
        count += result.objects().size();
        cursor = result.cursor();
      } while (cursor.length > 0);
    }
    return count;
  }

  /** The number of slots that it holds or is still transferring. */
  private static int left(ClusterView view, ServerId server) {
    long leaving = view.moves().stream().filter(move -> move.from().equals(server)).count();
    return view.find(server).isEmpty() ? 0 : view.slotsOf(server) + (int) leaving;
  }

  private static boolean isCancelled(ClusterView view, ServerId server) {
    return view.find(server).isPresent() && !view.draining().contains(server);
  }
}
