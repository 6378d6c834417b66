package io.gigafs.cli.fs.operand;

import io.gigafs.cli.ClusterAddress;
import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.GigaException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shared by the file commands: the cluster and the caller. */
@Command(
    name = "fs",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Works with files and directories, as coreutils do.",
      "Paths are absolute, or whole URLs like giga://HOST:PORT/PATH."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs -c giga://10.0.0.1:7000/ mkdir -p /a/b",
      "  giga fs ls -l giga://10.0.0.1:7000/a",
      "  export GIGA_CLUSTER=giga://10.0.0.1:7000,10.0.0.2:7000/; giga fs touch /a/b/c"
    })
public final class FsCommand implements Runnable {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Spec private @Nullable CommandSpec spec;

  private final Shell shell;

  public FsCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "missing command");
    }
  }

  public Shell shell() {
    return shell;
  }

  /** Connects to the cluster, on which options, environment and operands must agree. */
  public GigaClient connect(List<Operand> operands) throws GigaException {
    return cluster.connect(shell, address(operands));
  }

  /** The cluster of the operands' URLs, else that of the options or the environment. */
  public ClusterAddress address(List<Operand> operands) {
    ClusterAddress named = null;
    for (Operand operand : operands) {
      ClusterAddress its = operand.cluster();
      if (its == null) {
        continue;
      }
      if (named != null && !sameContacts(named, its)) {
        throw CommandException.usage(named + " and " + its + ": one cluster at a time");
      }
      named = its;
    }
    if (named == null) {
      return cluster.required(shell);
    }
    ClusterAddress option = cluster.isGiven() ? cluster.required(shell) : named;
    if (!sameContacts(option, named)) {
      throw CommandException.usage("-c " + option + " and " + named + ": one cluster at a time");
    }
    return named;
  }

  private static boolean sameContacts(ClusterAddress one, ClusterAddress other) {
    return texts(one).equals(texts(other));
  }

  private static Set<String> texts(ClusterAddress address) {
    Set<String> texts = new TreeSet<>();
    address.contacts().forEach(contact -> texts.add(contact.toString()));
    return texts;
  }
}
