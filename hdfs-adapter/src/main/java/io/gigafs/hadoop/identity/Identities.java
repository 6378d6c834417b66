package io.gigafs.hadoop.identity;

import io.gigafs.protocol.Caller;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Users and groups: Hadoop knows them by name, Giga by number. Safe for use by several threads.
 *
 * <p>Whoever has no number acts as nobody, and is warned of when something is to be given to him.
 */
public final class Identities {
  /** Users and their numbers, {@code NAME=UID,...}, before the name service. */
  private static final String USERS = "fs.giga.users";

  /** Groups likewise. */
  private static final String GROUPS = "fs.giga.groups";

  /** Uid and gid of users and groups that have none. */
  private static final String NOBODY = "fs.giga.nobody";

  private static final int NOBODY_DEFAULT = 65_534;

  /** The most supplementary groups that a request carries. */
  private static final int MOST_GROUPS = 1_000;

  private static final int LOGIN_GROUP_FIELD = 3;

  private final Names users;
  private final Names groups;
  private final int nobody;

  Identities(
      Map<String, Integer> users, Map<String, Integer> groups, int nobody, NameService service) {
    this.users = new Names(users, service, "passwd");
    this.groups = new Names(groups, service, "group");
    this.nobody = nobody;
  }

  /**
   * As the configuration has it, with the name service of this machine.
   *
   * @throws IllegalArgumentException that names the setting which is wrong
   */
  public static Identities of(Configuration conf) {
    return new Identities(
        numbers(conf, USERS),
        numbers(conf, GROUPS),
        conf.getInt(NOBODY, NOBODY_DEFAULT),
        new Getent());
  }

  private static Map<String, Integer> numbers(Configuration conf, String key) {
    Map<String, Integer> numbers = new HashMap<>();
    for (String pair : conf.getTrimmedStrings(key)) {
      int equals = pair.lastIndexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(key + " is NAME=ID,..., not '" + pair + "'");
      }
      try {
        int id = Integer.parseUnsignedInt(pair.substring(equals + 1).strip());
        numbers.put(pair.substring(0, equals).strip(), id);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(key + " is NAME=ID,..., not '" + pair + "'", e);
      }
    }
    return numbers;
  }

  /**
   * Whom a user's requests are made for: his uid, the gid that he logs in with (where the name
   * service does not know it, that of his first group that has one), and all his groups as Hadoop's
   * group mapping has them.
   */
  public Caller callerOf(UserGroupInformation user) {
    String name = user.getShortUserName();
    Set<Integer> gids = new LinkedHashSet<>();
    users.field(name, LOGIN_GROUP_FIELD).ifPresent(gids::add);
    for (String group : user.getGroupNames()) {
      groups.id(group).ifPresent(gids::add);
    }
    int gid = gids.isEmpty() ? nobody : gids.iterator().next();
    return new Caller(
        users.id(name).orElse(nobody),
        gid,
        gids.stream().skip(1).limit(MOST_GROUPS).mapToInt(Integer::intValue).toArray());
  }

  /** A user's number, if he has one. */
  public OptionalInt findUid(String name) {
    return users.id(name);
  }

  /** A group's number, if it has one. */
  public OptionalInt findGid(String name) {
    return groups.id(name);
  }

  /** Uid and gid of whoever has none. */
  public int nobody() {
    return nobody;
  }

  public String userName(int uid) {
    return users.name(uid);
  }

  public String groupName(int gid) {
    return groups.name(gid);
  }

  /**
   * A user's number.
   *
   * @throws IOException if there is no user of this name
   */
  public int uid(String name) throws IOException {
    return users
        .id(name)
        .orElseThrow(
            () ->
                new IOException(
                    "this machine knows no user '" + name + "'; fs.giga.users can name one"));
  }

  /**
   * A group's number.
   *
   * @throws IOException if there is no group of this name
   */
  public int gid(String name) throws IOException {
    return groups
        .id(name)
        .orElseThrow(
            () ->
                new IOException(
                    "this machine knows no group '" + name + "'; fs.giga.groups can name one"));
  }
}
