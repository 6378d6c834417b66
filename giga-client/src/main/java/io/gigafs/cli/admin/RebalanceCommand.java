package io.gigafs.cli.admin;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import io.gigafs.cli.status.ClusterHealth;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.GigaException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code giga admin rebalance}. */
@Command(
    name = "rebalance",
    description = {
      "Shows what must still move until all servers have the same number of slots, within one.",
      "The cluster moves slots automatically, one to and from each server at a time."
    },
    footerHeading = "%nExamples:%n",
    footer = "  giga admin rebalance --wait")
final class RebalanceCommand implements Callable<Integer> {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(names = "--wait", description = "Wait until nothing is left to move.")
  private boolean wait;

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  private final Shell shell;

  RebalanceCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    try (GigaClient client = cluster.connect(shell)) {
      ClusterHealth health =
          wait
              ? new SlotWait(shell, client).await(RebalanceCommand::left)
              : ClusterHealth.ask(client, false);
      shell
          .out()
          .println(
              json
                  ? new JsonObject()
                      .put("slots_to_move", health.slotsToMove())
                      .put("on_the_way", health.moves().size())
                      .put("held_up_by", health.heldUpBy())
                      .toString()
                  : describe(health));
      return ExitCode.OK;
    }
  }

  private static String left(ClusterHealth health) {
    return health.slotsToMove() == 0 ? "" : SlotWait.describe(health);
  }

  private static String describe(ClusterHealth health) {
    String left = left(health);
    return left.isEmpty() ? "all slots are where they belong" : left;
  }
}
