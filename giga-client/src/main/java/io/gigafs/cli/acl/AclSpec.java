package io.gigafs.cli.acl;

import io.gigafs.cli.Accounts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * An entry in the syntax of setfacl(1): {@code [d:]u:alice:rwX}, or without permissions for a
 * removal.
 *
 * @param ofDefault whether it is for the default list
 * @param executeIfAny whether execution is also granted for directories, and if any entry grants it
 */
public record AclSpec(boolean ofDefault, AclEntry entry, boolean executeIfAny) {
  private static final String LETTERS = "rwxX-";

  /** Whether permissions must be given. */
  public enum Permissions {
    REQUIRED,
    /** Entries to be removed have none. */
    NONE
  }

  /** The entry to add to a list. */
  public AclEntry resolve(boolean directory, EditedAcl acl) {
    return executeIfAny && (directory || acl.grantsExecution())
        ? new AclEntry(entry.tag(), entry.id(), entry.permissions() | 1)
        : entry;
  }

  /** The same for the default list. */
  public AclSpec forDefault() {
    return new AclSpec(true, entry, executeIfAny);
  }

  /**
   * Parses entries, separated by commas or on lines; a # starts a comment.
   *
   * @throws IllegalArgumentException if an entry is invalid; the message says why
   */
  public static List<AclSpec> parse(String text, Permissions permissions, Accounts accounts) {
    List<AclSpec> specs = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      int comment = line.indexOf('#');
      for (String word : (comment < 0 ? line : line.substring(0, comment)).split(",", -1)) {
        if (!word.isBlank()) {
          specs.add(parseOne(word.strip(), permissions, accounts));
        }
      }
    }
    return specs;
  }

  private static AclSpec parseOne(String word, Permissions permissions, Accounts accounts) {
    List<String> parts = new ArrayList<>(List.of(word.split(":", -1)));
    parts.replaceAll(String::strip);
    boolean ofDefault = parts.size() > 1 && isPrefix(parts.get(0), "default");
    if (ofDefault) {
      parts.remove(0);
    }
    String first = parts.get(0);
    AclTag tag;
    if (isPrefix(first, "user")) {
      tag = AclTag.OWNER;
    } else if (isPrefix(first, "group")) {
      tag = AclTag.OWNING_GROUP;
    } else if (isPrefix(first, "mask")) {
      tag = AclTag.MASK;
    } else if (isPrefix(first, "other")) {
      tag = AclTag.OTHER;
    } else {
      parts.add(0, "user");
      tag = AclTag.OWNER;
    }
    parts.remove(0);
    return finish(word, ofDefault, tag, parts, permissions, accounts);
  }

  private static AclSpec finish(
      String word,
      boolean ofDefault,
      AclTag tag,
      List<String> parts,
      Permissions permissions,
      Accounts accounts) {
    boolean nameless = tag == AclTag.MASK || tag == AclTag.OTHER;
    if (nameless && permissions == Permissions.REQUIRED && parts.size() == 1) {
      parts.add(0, "");
    }
    String who = parts.isEmpty() ? "" : parts.get(0);
    int expected = permissions == Permissions.REQUIRED ? 2 : 1;
    boolean trailing =
        permissions == Permissions.NONE && parts.size() == 2 && parts.get(1).isEmpty();
    if (parts.size() > expected && !trailing) {
      throw malformed(word, permissions == Permissions.NONE ? "has permissions" : "is too long");
    }
    if (permissions == Permissions.REQUIRED && parts.size() < expected) {
      throw malformed(word, "has no permissions");
    }
    if (nameless && !who.isEmpty()) {
      throw malformed(word, "must not name a user or group");
    }
    String letters = permissions == Permissions.REQUIRED ? parts.get(1) : "";
    int bits = bits(word, letters);
    boolean executeIfAny = letters.indexOf('X') >= 0;
    if (who.isEmpty()) {
      return new AclSpec(ofDefault, AclEntry.of(tag, bits), executeIfAny);
    }
    boolean user = tag == AclTag.OWNER;
    OptionalInt id = user ? accounts.user(who) : accounts.group(who);
    if (id.isEmpty()) {
      throw malformed(
          word, "'" + who + "' is not a " + (user ? "user" : "group") + " of this machine");
    }
    AclTag named = user ? AclTag.USER : AclTag.GROUP;
    return new AclSpec(ofDefault, new AclEntry(named, id.getAsInt(), bits), executeIfAny);
  }

  private static int bits(String word, String letters) {
    if (letters.length() == 1 && letters.charAt(0) >= '0' && letters.charAt(0) <= '7') {
      return letters.charAt(0) - '0';
    }
    int bits = 0;
    for (int i = 0; i < letters.length(); i++) {
      switch (letters.charAt(i)) {
        case 'r' -> bits |= 4;
        case 'w' -> bits |= 2;
        case 'x' -> bits |= 1;
        default -> {
          if (LETTERS.indexOf(letters.charAt(i)) < 0) {
            throw malformed(word, "'" + letters + "' are not permissions");
          }
        }
      }
    }
    return bits;
  }

  private static boolean isPrefix(String text, String word) {
    return text.equals(word) || text.equals(word.substring(0, 1));
  }

  private static IllegalArgumentException malformed(String word, String what) {
    return new IllegalArgumentException("entry '" + word + "': " + what);
  }
}
