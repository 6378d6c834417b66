package io.gigafs.cli.adopt;

import io.gigafs.client.GigaPath;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.namespace.Xattr;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files with several names, collected until the whole tree was read: about a hundred bytes for each
 * name. Safe for use by several threads.
 */
final class HardLinkedFiles {
  private final Map<SourceFile.Id, LinkedFile> files = new LinkedHashMap<>();

  /** A file and its names in the tree. */
  record LinkedFile(SourceFile source, List<Xattr> xattrs, List<LinkedName> names) {}

  /**
   * A name of the file.
   *
   * @param entry to be created if this name is the first
   */
  record LinkedName(AdoptedDirectory directory, RestoredEntry entry) {
    GigaPath path() {
      return directory.path().child(entry.name());
    }
  }

  synchronized void add(
      SourceFile source, RestoredEntry entry, List<Xattr> xattrs, AdoptedDirectory directory) {
    files
        .computeIfAbsent(source.file(), none -> new LinkedFile(source, xattrs, new ArrayList<>()))
        .names()
        .add(new LinkedName(directory, entry));
  }

  /** All files, with their names in an order that does not depend on the order of reading. */
  synchronized List<LinkedFile> files() {
    files
        .values()
        .forEach(file -> file.names().sort(Comparator.comparing(name -> name.path().toString())));
    return List.copyOf(files.values());
  }
}
