package io.gigafs.hadoop.identity;

import io.gigafs.protocol.Caller;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Users and groups: Hadoop knows them by name, Giga by number. Safe for use by several threads.
 *
 * <p>Whoever has no number acts as nobody, and is warned of when something is to be given to him.
 */
public final class Identities {
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
   * With the name service of this machine.
   *
   * @param users numbers that go before what the name service says; likewise groups
   * @param nobody uid and gid of whoever has none
   */
  public static Identities of(Map<String, Integer> users, Map<String, Integer> groups, int nobody) {
    return new Identities(users, groups, nobody, new Getent());
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
