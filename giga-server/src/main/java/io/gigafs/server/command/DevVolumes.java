package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.protocol.data.VolumeChangeRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The volumes of a cluster on one machine: as many directories as it has servers, {@code volumes/1}
 * and so on beside their data.
 */
final class DevVolumes {
  private DevVolumes() {}

  /** The parent directory of the volumes. */
  static Path of(Path directory) {
    return directory.resolve("volumes").toAbsolutePath();
  }

  /** Adds the volumes that the cluster does not have yet. */
  static void add(List<Endpoint> servers, Path directory, int count) {
    try (GigaClient client = GigaClients.connect(ClientSettings.of(servers))) {
      ClusterView view = client.clusterView();
      for (int i = 1; i <= count; i++) {
        Path root = of(directory).resolve(Integer.toString(i));
        URI uri = uriOf(root);
        if (VolumeChanges.at(view, uri).isEmpty()) {
          Files.createDirectories(root);
          client.admin().changeVolume(VolumeChangeRequest.Kind.ADD, 0, uri);
        }
      }
    } catch (IOException e) {
      throw CommandException.failed("no volumes for the cluster: " + e.getMessage(), e);
    }
  }

  private static URI uriOf(Path root) {
    String path = root.toUri().getRawPath();
    return URI.create(
        "posix://" + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path));
  }
}
