package io.gigafs.cli.adopt;

import java.util.List;
import java.util.Set;

/** Selects the extended attributes that are copied. */
final class KeptXattrs {
  private static final String ACL_PREFIX = "system.posix_acl_";
  private static final List<String> PREFIXES = List.of("user.", "trusted.", "security.");

  /** Attributes that are only valid on the machine that set them. */
  private static final Set<String> LOCAL =
      Set.of("security.selinux", "security.ima", "security.evm");

  private KeptXattrs() {}

  static boolean has(String name) {
    return name.startsWith(ACL_PREFIX)
        || (PREFIXES.stream().anyMatch(name::startsWith) && !LOCAL.contains(name));
  }
}
