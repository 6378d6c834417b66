package io.gigafs.cli.acl;

import io.gigafs.cli.Accounts;
import java.util.ArrayList;
import java.util.List;

/** Prints lists as getfacl(1) does, one entry per line. */
public final class AclText {
  private static final int TAB = 8;
  private static final int TABS = 4;

  private final Accounts accounts;
  private final boolean numeric;
  private final Effective effective;

  /** Which entries get a comment with their effective permissions. */
  public enum Effective {
    NONE,
    LIMITED,
    ALL
  }

  /**
   * @param numeric whether users and groups are printed as numbers
   */
  public AclText(Accounts accounts, boolean numeric, Effective effective) {
    this.accounts = accounts;
    this.numeric = numeric;
    this.effective = effective;
  }

  /**
   * The lines of a list.
   *
   * @param prefix of each line: empty, or {@code default:}
   */
  public List<String> lines(EditedAcl acl, String prefix) {
    List<String> lines = new ArrayList<>();
    for (AclEntry entry : acl.entries()) {
      String text = entry.tag().word() + ":" + who(entry) + ":" + permissions(entry.permissions());
      lines.add(prefix + text + comment(acl, entry, text.length()));
    }
    return lines;
  }

  /** Permissions as three letters. */
  static String permissions(int bits) {
    return ((bits & 4) != 0 ? "r" : "-")
        + ((bits & 2) != 0 ? "w" : "-")
        + ((bits & 1) != 0 ? "x" : "-");
  }

  private String who(AclEntry entry) {
    if (!entry.tag().isNamed()) {
      return "";
    }
    if (numeric) {
      return Integer.toUnsignedString(entry.id());
    }
    return entry.tag() == AclTag.USER
        ? accounts.userName(entry.id())
        : accounts.groupName(entry.id());
  }

  private String comment(EditedAcl acl, AclEntry entry, int length) {
    int granted = acl.effective(entry);
    boolean wanted =
        switch (effective) {
          case NONE -> false;
          case LIMITED -> granted != entry.permissions();
          case ALL -> entry.tag().isMasked();
        };
    return wanted
        ? "\t".repeat(Math.max(1, TABS - length / TAB)) + "#effective:" + permissions(granted)
        : "";
  }
}
