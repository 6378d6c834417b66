package io.gigafs.hadoop.acl;

import io.gigafs.access.Acl;
import io.gigafs.hadoop.identity.Identities;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.jspecify.annotations.Nullable;

/** Converts lists to Hadoop's form. */
final class AclEntries {
  private final Identities identities;
  private final List<AclEntry> entries = new ArrayList<>();

  AclEntries(Identities identities) {
    this.identities = identities;
  }

  List<AclEntry> toList() {
    return List.copyOf(entries);
  }

  /**
   * Adds the entries that permission bits lack: all but those of the owner, the mask and others.
   */
  AclEntries access(@Nullable Acl acl) {
    if (acl != null && !acl.isMinimal()) {
      middle(AclEntryScope.ACCESS, acl);
    }
    return this;
  }

  /** Adds all entries of a default list. */
  AclEntries inherited(@Nullable Acl acl) {
    if (acl != null) {
      add(AclEntryScope.DEFAULT, AclEntryType.USER, null, acl.owner());
      middle(AclEntryScope.DEFAULT, acl);
      if (acl.mask() != Acl.NO_MASK) {
        add(AclEntryScope.DEFAULT, AclEntryType.MASK, null, acl.mask());
      }
      add(AclEntryScope.DEFAULT, AclEntryType.OTHER, null, acl.other());
    }
    return this;
  }

  private void middle(AclEntryScope scope, Acl acl) {
    for (Acl.Named user : acl.users()) {
      add(scope, AclEntryType.USER, identities.userName(user.id()), user.permissions());
    }
    add(scope, AclEntryType.GROUP, null, acl.group());
    for (Acl.Named group : acl.groups()) {
      add(scope, AclEntryType.GROUP, identities.groupName(group.id()), group.permissions());
    }
  }

  private void add(AclEntryScope scope, AclEntryType type, @Nullable String name, int permissions) {
    entries.add(
        new AclEntry.Builder()
            .setScope(scope)
            .setType(type)
            .setName(name)
            .setPermission(HadoopPermissions.action(permissions))
            .build());
  }
}
