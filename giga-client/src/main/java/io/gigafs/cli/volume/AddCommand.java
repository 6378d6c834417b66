package io.gigafs.cli.volume;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.data.VolumeChangeRequest.Kind;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga volume add}. */
@Command(
    name = "add",
    description = {
      "Adds a volume for the bytes of large files: an empty directory that all"
          + " servers have mounted at the same path, and also clients for the best speed.",
      "A file .giga-volume there identifies the volume. Adding it again does nothing."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga volume add posix:///pan/vol1/giga",
      "  giga volume add posix:///pan/vol2/giga --group shelf1 --weight 4",
      "  giga volume list                        shows servers that cannot access it"
    })
final class AddCommand implements Callable<Integer> {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();
  @Mixin private final SettingsOptions settings = new SettingsOptions();

  @Parameters(paramLabel = "URI", description = "The volume: posix:///PATH.")
  private String uri = "";

  @Option(names = "--json", description = "The volume as a JSON object.")
  private boolean json;

  private final Shell shell;

  AddCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    URI place = parse(uri);
    VolumeSettings wanted = settings.settings();
    try (GigaClient client = cluster.connect(shell)) {
      ClusterView view = client.admin().changeVolume(Kind.ADD, 0, place, wanted);
      VolumeInfo volume = VolumeChanges.at(view, place).orElseThrow();
      shell
          .out()
          .println(json ? VolumeOutcome.json(volume) : VolumeOutcome.text(volume, "takes files"));
      return ExitCode.OK;
    }
  }

  static URI parse(String text) {
    try {
      URI place = new URI(text);
      if (place.getScheme() == null) {
        throw CommandException.usage(
            "'" + text + "' does not say what kind of volume it is; an example is posix:///PATH");
      }
      return place;
    } catch (URISyntaxException e) {
      throw CommandException.usage("'" + text + "' is not a URI: " + e.getMessage());
    }
  }
}
