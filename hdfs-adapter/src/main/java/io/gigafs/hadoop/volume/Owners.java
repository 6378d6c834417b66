package io.gigafs.hadoop.volume;

import io.gigafs.hadoop.identity.Identities;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Maps owners of files on another file system to ids, by the tables of {@link Identities}. An owner
 * without an id becomes nobody, and a warning is logged once for each. Safe for use by several
 * threads.
 */
final class Owners {
  private final Identities identities;
  private final Consumer<String> warnings;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();

  Owners(Identities identities, Consumer<String> warnings) {
    this.identities = identities;
    this.warnings = warnings;
  }

  int uid(String user) {
    return orNobody(identities.findUid(user), "user '" + user + "'", "fs.giga.users");
  }

  int gid(String group) {
    return orNobody(identities.findGid(group), "group '" + group + "'", "fs.giga.groups");
  }

  private int orNobody(OptionalInt id, String who, String setting) {
    int nobody = identities.nobody();
    if (id.isEmpty() && reported.add(who)) {
      warnings.accept(
          "this machine knows no %s, for which %d is used; %s can name one"
              .formatted(who, nobody, setting));
    }
    return id.orElse(nobody);
  }
}
