package io.gigafs.hadoop.identity;

import io.gigafs.protocol.Caller;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users and groups: Hadoop knows them by name, Giga by number. Safe for use by several threads.
 *
 * <p>Whether somebody may act who has no number, and as whom, is a setting: {@link UnknownUsers}.
 */
public final class Identities {
  private static final Logger LOG = LoggerFactory.getLogger(Identities.class);

  /** Users and their numbers, {@code NAME=UID,...}, before the name service. */
  private static final String USERS = "fs.giga.users";

  /** Groups likewise. */
  private static final String GROUPS = "fs.giga.groups";

  /** Uid and gid of users and groups that have none. */
  private static final String NOBODY = "fs.giga.nobody";

  private static final int NOBODY_DEFAULT = 65_534;

  /** The most supplementary groups that a request carries. */
  private static final int MAX_GROUPS = 1_000;

  private static final int LOGIN_GROUP_FIELD = 3;

  private final Names users;
  private final Names groups;
  private final int nobody;
  private final UnknownUsers unknownUsers;

  /** Names that the log has a warning of, which is one for each and process. */
  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

  Identities(
      Map<String, Integer> users,
      Map<String, Integer> groups,
      int nobody,
      UnknownUsers unknownUsers,
      AccountCache accounts) {
    boolean areDerived = unknownUsers == UnknownUsers.ID;
    this.users = new Names(users, accounts, MachineAccounts.PASSWD, areDerived);
    this.groups = new Names(groups, accounts, MachineAccounts.GROUP, areDerived);
    this.nobody = nobody;
    this.unknownUsers = unknownUsers;
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
        UnknownUsers.parse(conf.getTrimmed(UnknownUsers.KEY, UnknownUsers.REFUSE.text())),
        AccountCache.ofMachine());
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
   *
   * @throws IOException if he has no number and is refused for that
   */
  public Caller callerOf(UserGroupInformation user) throws IOException {
    String name = user.getShortUserName();
    Set<Integer> gids = new LinkedHashSet<>();
    users.field(name, LOGIN_GROUP_FIELD).ifPresent(gids::add);
    for (String group : user.getGroupNames()) {
      groups.id(group).ifPresent(gids::add);
    }
    int uid = uidOf(name);
    int gid = gids.isEmpty() ? gidOf(name) : gids.iterator().next();
    return new Caller(
        uid, gid, gids.stream().skip(1).limit(MAX_GROUPS).mapToInt(Integer::intValue).toArray());
  }

  private int uidOf(String name) throws IOException {
    OptionalInt uid = users.id(name);
    if (uid.isEmpty() && unknownUsers == UnknownUsers.REFUSE) {
      throw new IOException(
          "user '"
              + name
              + "' has no number on this machine, so files cannot be his: make the account known"
              + " here, map it with "
              + USERS
              + ", or set "
              + UnknownUsers.KEY
              + " to id or nobody");
    }
    if (uid.isEmpty() && WARNED.add(name)) {
      LOG.warn(
          "user '{}' has no number on this machine and acts as {}, as all such users do: they read"
              + " each other's files; {}=id gives each a number of his own",
          name,
          nobody,
          UnknownUsers.KEY);
    }
    if (uid.isPresent() && uid.getAsInt() == DerivedId.of(name) && WARNED.add(name)) {
      LOG.warn(
          "user '{}' has no number on this machine and acts as {}, which follows from the name",
          name,
          uid.getAsInt());
    }
    return uid.orElse(nobody);
  }

  /** The group of somebody who is in none that has a number. */
  private int gidOf(String user) {
    return unknownUsers == UnknownUsers.ID ? DerivedId.of(user) : nobody;
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
