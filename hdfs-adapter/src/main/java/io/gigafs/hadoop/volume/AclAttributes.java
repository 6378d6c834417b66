package io.gigafs.hadoop.volume;

import io.gigafs.access.Acl;
import io.gigafs.access.AclXattr;
import io.gigafs.hadoop.acl.HadoopPermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Converts access control lists of another file system to extended attributes. Stateless.
 *
 * <p>Hadoop stores the owner's and others' entries of an access list, and the mask, in the
 * permission bits; a default list has all of its entries.
 */
final class AclAttributes {
  private final Owners owners;

  AclAttributes(Owners owners) {
    this.owners = owners;
  }

  Map<String, byte[]> of(AclStatus status) {
    Map<String, byte[]> attributes = new HashMap<>();
    List<AclEntry> access = scope(status, AclEntryScope.ACCESS);
    if (!access.isEmpty()) {
      FsPermission bits = status.getPermission();
      Acl acl =
          new Acl(
              HadoopPermissions.bits(bits.getUserAction()),
              named(access, AclEntryType.USER),
              only(access, AclEntryType.GROUP, 0),
              named(access, AclEntryType.GROUP),
              HadoopPermissions.bits(bits.getGroupAction()),
              HadoopPermissions.bits(bits.getOtherAction()));
      attributes.put(AclXattr.ACCESS, AclXattr.encode(acl));
    }
    List<AclEntry> inherited = scope(status, AclEntryScope.DEFAULT);
    if (!inherited.isEmpty()) {
      Acl acl =
          new Acl(
              only(inherited, AclEntryType.USER, 0),
              named(inherited, AclEntryType.USER),
              only(inherited, AclEntryType.GROUP, 0),
              named(inherited, AclEntryType.GROUP),
              only(inherited, AclEntryType.MASK, Acl.NO_MASK),
              only(inherited, AclEntryType.OTHER, 0));
      attributes.put(AclXattr.DEFAULT, AclXattr.encode(acl));
    }
    return attributes;
  }

  private static List<AclEntry> scope(AclStatus status, AclEntryScope scope) {
    return status.getEntries().stream().filter(entry -> entry.getScope() == scope).toList();
  }

  /** The permissions of the unnamed entry of a type. */
  private static int only(List<AclEntry> entries, AclEntryType type, int ifNone) {
    return entries.stream()
        .filter(entry -> entry.getType() == type && entry.getName() == null)
        .findFirst()
        .map(entry -> HadoopPermissions.bits(entry.getPermission()))
        .orElse(ifNone);
  }

  /** If several names have the same id here, it gets the permissions of all of them. */
  private List<Acl.Named> named(List<AclEntry> entries, AclEntryType type) {
    Map<Integer, Integer> permissions = new TreeMap<>(Integer::compareUnsigned);
    for (AclEntry entry : entries) {
      String name = entry.getName();
      if (entry.getType() == type && name != null) {
        int id = type == AclEntryType.USER ? owners.uid(name) : owners.gid(name);
        permissions.merge(
            id, HadoopPermissions.bits(entry.getPermission()), (one, two) -> one & two);
      }
    }
    List<Acl.Named> named = new ArrayList<>();
    permissions.forEach((id, granted) -> named.add(new Acl.Named(id, granted)));
    return named;
  }
}
