package io.gigafs.cli.adopt;

import io.gigafs.cli.local.LocalFiles;
import io.gigafs.protocol.Xattr;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What is read of a tree that is adopted, beside names and attributes. Nothing is ever written to
 * it. Safe for use by several threads.
 */
final class SourceTree {
  private static final String ACL_PREFIX = "system.posix_acl_";
  private static final List<String> KEPT = List.of("user.", "trusted.", "security.");

  /** What the machine says of its own copies of files, and nobody else can use. */
  private static final Set<String> LOCAL =
      Set.of("security.selinux", "security.ima", "security.evm");

  private final LocalFiles files;

  SourceTree(LocalFiles files) {
    this.files = files;
  }

  /** The extended attributes that go along, access control lists among them. */
  List<Xattr> xattrs(SourceFile file) throws IOException {
    List<String> names = files.xattrNames(file.path());
    if (names.isEmpty()) {
      return List.of();
    }
    List<Xattr> kept = new ArrayList<>();
    for (String name : names) {
      if (isKept(name)) {
        kept.add(files.xattr(file.path(), name));
      }
    }
    return kept;
  }

  private static boolean isKept(String name) {
    return name.startsWith(ACL_PREFIX)
        || (KEPT.stream().anyMatch(name::startsWith) && !LOCAL.contains(name));
  }

  /** Where a symbolic link leads. */
  byte[] target(Path link) throws IOException {
    return files.target(link);
  }
}
