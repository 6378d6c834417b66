package io.gigafs.cli.volume;

import io.gigafs.cli.CommandException;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import java.net.URI;
import java.util.Optional;

/** Resolves the names of volumes: numbers or URIs. */
final class VolumeNumber {
  private VolumeNumber() {}

  static VolumeInfo find(ClusterView view, String text) {
    Optional<VolumeInfo> found;
    try {
      found =
          text.matches("[0-9]{1,9}")
              ? view.volume(Integer.parseInt(text))
              : VolumeChanges.at(view, URI.create(text));
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("'" + text + "' is neither a volume's number nor its URI");
    }
    return found.orElseThrow(
        () -> CommandException.failed("no volume '" + text + "' in the cluster: giga volume list"));
  }
}
