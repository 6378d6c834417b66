package io.gigafs.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Maps names and ids of users and groups, from the machine's passwd(5) and group(5) files; an id
 * without a name is shown as a number. The files are read on first use. For one thread.
 */
public final class Accounts {
  private final Path passwd;
  private final Path group;
  private final Map<Integer, String> userNames = new HashMap<>();
  private final Map<String, Integer> users = new HashMap<>();
  private final Map<String, Integer> loginGroups = new HashMap<>();
  private final Map<Integer, String> groupNames = new HashMap<>();
  private final Map<String, Integer> groups = new HashMap<>();
  private boolean read;

  Accounts(Path passwd, Path group) {
    this.passwd = passwd;
    this.group = group;
  }

  static Accounts ofThisMachine() {
    return new Accounts(Path.of("/etc/passwd"), Path.of("/etc/group"));
  }

  public String userName(int uid) {
    read();
    return userNames.computeIfAbsent(uid, Integer::toUnsignedString);
  }

  public String groupName(int gid) {
    read();
    return groupNames.computeIfAbsent(gid, Integer::toUnsignedString);
  }

  /** The id of a user by name or number; empty if neither matches. */
  public OptionalInt user(String text) {
    read();
    return find(users, text);
  }

  /** The id of a group by name or number; empty if neither matches. */
  public OptionalInt group(String text) {
    read();
    return find(groups, text);
  }

  /** The primary group of a user, by the user's name. */
  public OptionalInt loginGroup(String user) {
    read();
    Integer gid = loginGroups.get(user);
    return gid == null ? OptionalInt.empty() : OptionalInt.of(gid);
  }

  private static OptionalInt find(Map<String, Integer> ids, String text) {
    Integer id = ids.get(text);
    if (id != null) {
      return OptionalInt.of(id);
    }
    try {
      return OptionalInt.of(Integer.parseUnsignedInt(text));
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  private void read() {
    if (read) {
      return;
    }
    read = true;
    for (String[] fields : records(passwd)) {
      readInto(fields, users, userNames);
      if (fields.length > 3) {
        parse(fields[3]).ifPresent(gid -> loginGroups.putIfAbsent(fields[0], gid));
      }
    }
    for (String[] fields : records(group)) {
      readInto(fields, groups, groupNames);
    }
  }

  private static void readInto(
      String[] fields, Map<String, Integer> ids, Map<Integer, String> names) {
    if (fields.length > 2) {
      parse(fields[2])
          .ifPresent(
              id -> {
                ids.putIfAbsent(fields[0], id);
                names.putIfAbsent(id, fields[0]);
              });
    }
  }

  private static OptionalInt parse(String text) {
    try {
      return OptionalInt.of(Integer.parseUnsignedInt(text));
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  private static Iterable<String[]> records(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
          .map(line -> line.split(":", -1))
          .toList();
    } catch (IOException e) {
      return java.util.List.of();
    }
  }
}
