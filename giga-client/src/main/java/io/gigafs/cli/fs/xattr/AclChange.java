package io.gigafs.cli.fs.xattr;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.acl.AclEntry;
import io.gigafs.cli.acl.AclSpec;
import io.gigafs.cli.acl.AclTag;
import io.gigafs.cli.acl.EditedAcl;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The changes that setfacl(1) makes to the lists of each file, in order. For one thread. */
final class AclChange {
  private final List<Step> steps = new ArrayList<>();
  private Masks masks = Masks.UNLESS_GIVEN;

  /** When the mask is recalculated so that it hides nothing. */
  enum Masks {
    UNLESS_GIVEN,
    ALWAYS,
    /** Only if a list needs a mask and has none; it then gets the group's permissions. */
    NEVER
  }

  private enum Kind {
    MODIFY,
    REMOVE,
    REMOVE_EXTENDED,
    REMOVE_DEFAULT,
    REPLACE
  }

  private record Step(Kind kind, List<AclSpec> specs) {}

  void modify(List<AclSpec> specs) {
    steps.add(new Step(Kind.MODIFY, specs));
  }

  public void remove(List<AclSpec> specs) {
    steps.add(new Step(Kind.REMOVE, specs));
  }

  void removeExtended() {
    steps.add(new Step(Kind.REMOVE_EXTENDED, List.of()));
  }

  void removeDefault() {
    steps.add(new Step(Kind.REMOVE_DEFAULT, List.of()));
  }

  void replace(List<AclSpec> specs) {
    steps.add(new Step(Kind.REPLACE, specs));
  }

  void setMasks(Masks newMasks) {
    masks = newMasks;
  }

  boolean isEmpty() {
    return steps.isEmpty();
  }

  /**
   * The lists after the change.
   *
   * @param directory whether the file is a directory and so can have a default list
   * @param asked whether the file is an operand, so that an unsupported list is an error
   */
  FileAclPair apply(FileAclPair old, boolean directory, boolean asked) {
    Lists lists = new Lists(old.access(), old.inherited());
    for (Step step : steps) {
      switch (step.kind()) {
        case REMOVE_EXTENDED -> {
          lists.access = lists.access.minimal();
          lists.inherited = null;
        }
        case REMOVE_DEFAULT -> lists.inherited = null;
        case REPLACE -> lists.replace(step.specs(), directory, asked);
        case MODIFY -> step.specs().forEach(spec -> lists.put(spec, directory, asked));
        case REMOVE -> step.specs().forEach(spec -> lists.remove(spec));
      }
    }
    return lists.finish();
  }

  /** The two lists while they are being changed. */
  private final class Lists {
    private EditedAcl access;
    private @Nullable EditedAcl inherited;
    private boolean accessChanged;
    private boolean inheritedChanged;
    private boolean accessMaskGiven;
    private boolean inheritedMaskGiven;

    Lists(EditedAcl access, @Nullable EditedAcl inherited) {
      this.access = access;
      this.inherited = inherited;
    }

    void replace(List<AclSpec> specs, boolean directory, boolean asked) {
      if (specs.stream().anyMatch(spec -> !spec.ofDefault())) {
        access = new EditedAcl(List.of());
      }
      inherited = null;
      specs.forEach(spec -> put(spec, directory, asked));
    }

    void put(AclSpec spec, boolean directory, boolean asked) {
      boolean mask = spec.entry().tag() == AclTag.MASK;
      if (!spec.ofDefault()) {
        access = access.with(spec.resolve(directory, access));
        accessChanged = true;
        accessMaskGiven |= mask;
      } else if (directory) {
        EditedAcl passedOn = inherited == null ? access.minimal() : inherited;
        inherited = passedOn.with(spec.resolve(true, passedOn));
        inheritedChanged = true;
        inheritedMaskGiven |= mask;
      } else if (asked) {
        throw CommandException.failed("Only directories can have default ACLs");
      }
    }

    void remove(AclSpec spec) {
      AclEntry entry = spec.entry();
      if (!spec.ofDefault()) {
        access = access.without(entry.tag(), entry.id());
        accessChanged = true;
      } else if (inherited != null) {
        inherited = inherited.without(entry.tag(), entry.id());
        inheritedChanged = true;
      }
    }

    FileAclPair finish() {
      if (accessChanged) {
        access = masked(access, accessMaskGiven);
      }
      EditedAcl passedOn = inherited;
      if (inheritedChanged && passedOn != null) {
        passedOn = masked(passedOn, inheritedMaskGiven);
      }
      refuseFlaws("access", access);
      if (passedOn != null) {
        refuseFlaws("default", passedOn);
      }
      return new FileAclPair(access, passedOn);
    }
  }

  private EditedAcl masked(EditedAcl acl, boolean given) {
    if (acl.isMinimal()) {
      return acl;
    }
    if (masks == Masks.ALWAYS || (masks == Masks.UNLESS_GIVEN && !given)) {
      return acl.withCalculatedMask();
    }
    AclEntry group = acl.find(AclTag.OWNING_GROUP);
    return acl.find(AclTag.MASK) != null || group == null
        ? acl
        : acl.with(AclEntry.of(AclTag.MASK, group.permissions()));
  }

  private static void refuseFlaws(String kind, EditedAcl acl) {
    String flaw = acl.flaw();
    if (flaw != null) {
      throw CommandException.failed("Malformed " + kind + " ACL: " + flaw);
    }
  }
}
