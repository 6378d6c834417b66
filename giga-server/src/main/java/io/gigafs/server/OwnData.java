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

/** Keeps a server's data directory, as earlier programs may have left it, to its owner. */
final class OwnData {
  private static final Logger LOG = LoggerFactory.getLogger(OwnData.class);
  private static final Set<String> TREES = Set.of("store", "checkpoints", "splits", "quarantine");
  private static final Set<String> ALL =
      Set.of("store", "checkpoints", "splits", "quarantine", "cluster.json", "giga.sock");

  private OwnData() {}

  /** What is not the server's is left as it is, and so is a directory that has such. */
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
      LOG.warn("{} may be open to others than its owner: {}", dataDirectory, e.toString());
    }
  }
}
