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
 * Maps users and groups between Hadoop's names and Giga's ids. Safe for use by several threads.
 *
 * <p>{@link UnknownUsers} is the setting for users without an id: whether they may act, and as
 * whom.
 */
public final class Identities {
  private static final Logger LOG = LoggerFactory.getLogger(Identities.class);

  /** Users and their ids, {@code NAME=UID,...}, which precede the name service. */
  private static final String USERS = "fs.giga.users";

  /** The same for groups. */
  private static final String GROUPS = "fs.giga.groups";

  /** Uid and gid of users and groups without an id. */
  private static final String NOBODY = "fs.giga.nobody";

  private static final int NOBODY_DEFAULT = 65_534;

  /** The maximum number of supplementary groups in a request. */
  private static final int MAX_GROUPS = 1_000;

  private static final int LOGIN_GROUP_FIELD = 3;

  private final NameMapping users;
  private final NameMapping groups;
  private final int nobody;
  private final UnknownUsers unknownUsers;

  /** Names for which a warning was logged, once each per process. */
  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

  Identities(
      Map<String, Integer> users,
      Map<String, Integer> groups,
      int nobody,
      UnknownUsers unknownUsers,
      AccountCache accounts) {
    boolean areDerived = unknownUsers == UnknownUsers.ID;
    this.users = new NameMapping(users, accounts, MachineAccounts.PASSWD, areDerived);
    this.groups = new NameMapping(groups, accounts, MachineAccounts.GROUP, areDerived);
    this.nobody = nobody;
    this.unknownUsers = unknownUsers;
  }

  /**
   * Reads the configuration, and uses the name service of this machine.
   *
   * @throws IllegalArgumentException that names the invalid setting
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
   * The caller for a user's requests: the uid, the primary gid (if the name service does not know
   * it, that of the first group with an id), and all groups of Hadoop's group mapping.
   *
   * @throws IOException if the user has no id and is refused for that reason
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
              + "' has no id on this machine, and so cannot own files: make the account known"
              + " here, map it with "
              + USERS
              + ", or set "
              + UnknownUsers.KEY
              + " to id or nobody");
    }
    if (uid.isEmpty() && WARNED.add(name)) {
      LOG.warn(
          "user '{}' has no id on this machine and acts as {}, as all such users do: they can read"
              + " each other's files; {}=id gives each a separate id",
          name,
          nobody,
          UnknownUsers.KEY);
    }
    if (uid.isPresent() && uid.getAsInt() == DerivedId.of(name) && WARNED.add(name)) {
      LOG.warn(
          "user '{}' has no id on this machine and acts as {}, which is derived from the name",
          name,
          uid.getAsInt());
    }
    return uid.orElse(nobody);
  }

  /** The group of a user without any group that has an id. */
  private int gidOf(String user) {
    return unknownUsers == UnknownUsers.ID ? DerivedId.of(user) : nobody;
  }

  /** A user's id, if there is one. */
  public OptionalInt findUid(String name) {
    return users.id(name);
  }

  /** A group's id, if there is one. */
  public OptionalInt findGid(String name) {
    return groups.id(name);
  }

  /** Uid and gid of users and groups without an id. */
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
   * A user's id.
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
   * A group's id.
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
