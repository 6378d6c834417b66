package io.gigafs.hadoop.acl;

import io.gigafs.access.Acl;
import io.gigafs.hadoop.identity.Identities;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.FsAction;

/**
 * A list that is being changed entry by entry. Unless a change sets the mask, it becomes the union
 * of the permissions of named users, named groups and the file's group. For one thread.
 */
final class AclDraft {
  private static final int NONE = -1;

  private int owner = NONE;
  private int group = NONE;
  private int other = NONE;
  private int mask = NONE;
  private final Map<Integer, Integer> users = new TreeMap<>(Integer::compareUnsigned);
  private final Map<Integer, Integer> groups = new TreeMap<>(Integer::compareUnsigned);
  private boolean maskIsGiven;

  /** A draft without entries. */
  AclDraft() {}

  /** A draft of an existing list. */
  AclDraft(Acl acl) {
    owner = acl.owner();
    group = acl.group();
    other = acl.other();
    mask = acl.mask() == Acl.NO_MASK ? NONE : acl.mask();
    acl.users().forEach(user -> users.put(user.id(), user.permissions()));
    acl.groups().forEach(each -> groups.put(each.id(), each.permissions()));
  }

  /** Whether it has no entries at all. */
  boolean isEmpty() {
    return owner == NONE
        && group == NONE
        && other == NONE
        && mask == NONE
        && users.isEmpty()
        && groups.isEmpty();
  }

  /** Adds an entry, or replaces that for the same user or group. */
  void put(AclEntry entry, Identities identities) throws IOException {
    FsAction action = entry.getPermission();
    if (action == null) {
      throw new IOException("the entry '" + entry + "' grants nothing, not even ---");
    }
    int permissions = HadoopPermissions.bits(action);
    String name = entry.getName();
    switch (entry.getType()) {
      case USER -> {
        if (name == null) {
          owner = permissions;
        } else {
          users.put(identities.uid(name), permissions);
        }
      }
      case GROUP -> {
        if (name == null) {
          group = permissions;
        } else {
          groups.put(identities.gid(name), permissions);
        }
      }
      case MASK -> {
        mask = permissions;
        maskIsGiven = true;
      }
      case OTHER -> other = permissions;
    }
  }

  /**
   * Removes the entry for the same user or group, if there is one.
   *
   * @throws IOException if it is a mandatory entry
   */
  void remove(AclEntry entry, Identities identities) throws IOException {
    String name = entry.getName();
    boolean isNamed = name != null;
    if (entry.getType() == AclEntryType.USER && isNamed) {
      users.remove(identities.uid(name));
    } else if (entry.getType() == AclEntryType.GROUP && isNamed) {
      groups.remove(identities.gid(name));
    } else if (entry.getType() == AclEntryType.MASK) {
      mask = NONE;
    } else {
      throw new IOException("the entry '" + entry.toStringStable() + "' cannot be removed");
    }
  }

  /** Copies missing mandatory entries from another list. */
  void fillFrom(Acl acl) {
    owner = owner == NONE ? acl.owner() : owner;
    group = group == NONE ? acl.group() : group;
    other = other == NONE ? acl.other() : other;
  }

  /**
   * The finished list.
   *
   * @throws IOException if a mandatory entry is missing
   */
  Acl finish() throws IOException {
    if (owner == NONE || group == NONE || other == NONE) {
      throw new IOException("the list must have entries for the owner, the group and others");
    }
    boolean isNamed = !users.isEmpty() || !groups.isEmpty();
    int newMask = Acl.NO_MASK;
    if (maskIsGiven && mask != NONE) {
      newMask = mask;
    } else if (isNamed) {
      newMask = all();
    }
    return new Acl(owner, named(users), group, named(groups), newMask, other);
  }

  private int all() {
    int all = group;
    for (int permissions : users.values()) {
      all |= permissions;
    }
    for (int permissions : groups.values()) {
      all |= permissions;
    }
    return all;
  }

  private static List<Acl.Named> named(Map<Integer, Integer> permissions) {
    List<Acl.Named> named = new ArrayList<>();
    permissions.forEach((id, granted) -> named.add(new Acl.Named(id, granted)));
    return named;
  }

  /** The entries of one scope. */
  static List<AclEntry> of(List<AclEntry> entries, AclEntryScope scope) {
    return entries.stream().filter(entry -> entry.getScope() == scope).toList();
  }
}
