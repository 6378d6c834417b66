package io.gigafs.cli.volume;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.data.VolumeChangeRequest.Kind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga volume set}. */
@Command(
    name = "set",
    description = {
      "Changes the group or the weight of a volume; what is not given is unchanged.",
      "The change applies to new files; existing files stay where they are."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga volume set 3 --group shelf2",
      "  giga volume set posix:///pan/vol1/giga --weight 4",
      "  giga volume set 3 --group ''              a group of its own again"
    })
final class SetCommand implements Callable<Integer> {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();
  @Mixin private final SettingsOptions settings = new SettingsOptions();

  @Parameters(paramLabel = "VOLUME", description = "Its number or URI.")
  private String volume = "";

  @Option(names = "--json", description = "The volume as a JSON object.")
  private boolean json;

  private final Shell shell;

  SetCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    VolumeSettings wanted = settings.settings();
    if (wanted.equals(VolumeSettings.UNCHANGED)) {
      throw CommandException.usage("nothing to set: give --group, --weight or both");
    }
    try (GigaClient client = cluster.connect(shell)) {
      VolumeInfo known = VolumeNumber.find(client.clusterView(), volume);
      ClusterView view = client.admin().changeVolume(Kind.SET, known.id(), known.uri(), wanted);
      VolumeInfo now = view.volume(known.id()).orElse(known);
      shell.out().println(json ? VolumeOutcome.json(now) : VolumeOutcome.text(now, does(now)));
      return ExitCode.OK;
    }
  }

  private static String does(VolumeInfo volume) {
    String group =
        volume.group().isEmpty() ? "is a group of its own" : "is in group " + volume.group();
    return group + ", of weight " + volume.weight();
  }
}
