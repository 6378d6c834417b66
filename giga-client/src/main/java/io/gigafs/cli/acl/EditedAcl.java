package io.gigafs.cli.acl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An access control list, valid or not yet. Immutable; entries are ordered by tag, and then by id.
 */
public record EditedAcl(List<AclEntry> entries) {
  private static final int MODE_BITS = 0777;

  public EditedAcl {
    List<AclEntry> sorted = new ArrayList<>(entries);
    sorted.sort(AclEntry.ORDER);
    entries = List.copyOf(sorted);
  }

  /** The list that is equivalent to permission bits. */
  public static EditedAcl ofMode(int mode) {
    return new EditedAcl(
        List.of(
            AclEntry.of(AclTag.OWNER, mode >> 6 & 7),
            AclEntry.of(AclTag.OWNING_GROUP, mode >> 3 & 7),
            AclEntry.of(AclTag.OTHER, mode & 7)));
  }

  /** The entry of a tag without a user or group id, or null. */
  public @Nullable AclEntry find(AclTag tag) {
    return find(tag, 0);
  }

  public @Nullable AclEntry find(AclTag tag, int id) {
    for (AclEntry entry : entries) {
      if (entry.isFor(tag, id)) {
        return entry;
      }
    }
    return null;
  }

  /** The list with an entry, which replaces one for the same user or group. */
  public EditedAcl with(AclEntry entry) {
    List<AclEntry> changed = new ArrayList<>(without(entry.tag(), entry.id()).entries);
    changed.add(entry);
    return new EditedAcl(changed);
  }

  public EditedAcl without(AclTag tag, int id) {
    return new EditedAcl(entries.stream().filter(entry -> !entry.isFor(tag, id)).toList());
  }

  /** Whether it is equivalent to permission bits. */
  public boolean isMinimal() {
    return entries.stream().noneMatch(entry -> entry.tag() == AclTag.MASK || entry.tag().isNamed());
  }

  /** The list without mask, named users and named groups. */
  public EditedAcl minimal() {
    return new EditedAcl(
        entries.stream()
            .filter(entry -> entry.tag() != AclTag.MASK && !entry.tag().isNamed())
            .toList());
  }

  /** The list with a mask that grants everything that other entries grant. */
  public EditedAcl withCalculatedMask() {
    int union = 0;
    for (AclEntry entry : entries) {
      union |= entry.tag().isMasked() ? entry.permissions() : 0;
    }
    return with(AclEntry.of(AclTag.MASK, union));
  }

  /** The effective permissions of an entry. */
  int effective(AclEntry entry) {
    AclEntry mask = find(AclTag.MASK);
    return mask == null || !entry.tag().isMasked()
        ? entry.permissions()
        : entry.permissions() & mask.permissions();
  }

  /** Whether any entry grants execution. */
  boolean grantsExecution() {
    return entries.stream().anyMatch(entry -> (entry.permissions() & 1) != 0);
  }

  /** The reason why this list is invalid, as of acl_valid(3); null if it is valid. */
  public @Nullable String flaw() {
    for (AclTag tag : List.of(AclTag.OWNER, AclTag.OWNING_GROUP, AclTag.OTHER)) {
      if (find(tag) == null) {
        return "the entry " + tag.word() + ":: is missing";
      }
    }
    if (find(AclTag.MASK) == null && !isMinimal()) {
      return "the entry mask:: is missing; entries for users and groups need it";
    }
    for (int i = 1; i < entries.size(); i++) {
      if (entries.get(i).isFor(entries.get(i - 1).tag(), entries.get(i - 1).id())) {
        return "two entries are for the same user or group";
      }
    }
    return null;
  }

  /** The permission bits of a file with this list: the mask is shown as the group bits. */
  public int mode() {
    AclEntry mask = find(AclTag.MASK);
    int group = mask != null ? mask.permissions() : permissions(AclTag.OWNING_GROUP);
    return (permissions(AclTag.OWNER) << 6 | group << 3 | permissions(AclTag.OTHER)) & MODE_BITS;
  }

  private int permissions(AclTag tag) {
    AclEntry entry = find(tag);
    return entry == null ? 0 : entry.permissions();
  }
}
