package io.gigafs.server;

import io.gigafs.tablefs.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restricts access to a server's data directory, which earlier versions may have left open, to its
 * owner.
 */
final class OwnData {
  private static final Logger LOG = LoggerFactory.getLogger(OwnData.class);
  private static final Set<String> TREES = Set.of("store", "checkpoints", "splits", "quarantine");
  private static final Set<String> ALL =
      Set.of("store", "checkpoints", "splits", "quarantine", "cluster.json", "giga.sock");

  private OwnData() {}

  /**
   * Restricts the server's own files. Other files are left as they are, and so is a data directory
   * that contains any.
   */
  static void tighten(Path dataDirectory) {
    for (String name : TREES) {
      if (Files.isDirectory(dataDirectory.resolve(name))) {
        OwnerOnly.tighten(dataDirectory.resolve(name));
      }
    }
    try (Stream<Path> files = Files.list(dataDirectory)) {
      if (files.allMatch(file -> ALL.contains(String.valueOf(file.getFileName())))) {
        OwnerOnly.tightenOnly(dataDirectory);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warn(
          "access to {} could not be restricted to its owner: {}", dataDirectory, e.toString());
    }
  }
}
