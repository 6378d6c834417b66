package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.access.AclXattr;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.server.access.XattrRules;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests extended attributes through the client, as in xattr(7), setxattr(2), getxattr(2),
 * listxattr(2) and removexattr(2). The entries belong to user 1 and group 1; callers are
 * user:group.
 */
class XattrTest {
  private static final String FILE = "/d/file";
  private static final String DIRECTORY = "/d/sub";
  private static final byte[] VALUE = {1, 2, 3};
  private static final byte[] OTHER = {4};

  /** u::rw-,g::---,o::---. */
  private static final byte[] MINIMAL_ACL =
      hex("02000000 01000600 ffffffff 04000000 ffffffff 20000000 ffffffff");

  /** u::rwx,u:2:rwx,g::---,m::rwx,o::---. */
  private static final byte[] ACL =
      hex(
          "02000000 01000700 ffffffff 02000700 02000000 04000000 ffffffff 10000700 ffffffff"
              + " 20000000 ffffffff");

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private SimulatedClient root;

  private interface Attempt {
    void run(SimulatedClient client) throws GigaException;
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  @BeforeEach
  void makeFiles() throws GigaException {
    cluster = Setup.seeded(1).withServers(2, 4).start(directory);
    root = cluster.client();
    root.makeDirectory("/d");
    root.create(FILE);
    root.makeDirectory(DIRECTORY);
    root.restoreAll(
        "/d",
        List.of(new RestoredEntry(Name.of("fifo"), FileType.FIFO, 0666, 1, 1, 0, 5, 5, 5, 0)));
    for (String path : List.of(FILE, DIRECTORY)) {
      root.setAttributes(path, AttributeChange.ofOwner(1, 1));
    }
  }

  private SimulatedClient as(String caller) {
    String[] ids = caller.split(":", -1);
    return root.as(new Caller(Integer.parseInt(ids[0]), Integer.parseInt(ids[1])));
  }

  private static String attempt(SimulatedClient client, Attempt attempt) {
    try {
      attempt.run(client);
      return "OK";
    } catch (GigaException e) {
      return e.code().toString();
    }
  }

  /** The path's mode, and the outcome of each call for an existing attribute. */
  @ParameterizedTest
  @CsvSource({
    // user.: as the file's content
    "/d/file, 0644,  1:1, user.x,     OK,      OK",
    "/d/file, 0644,  0:0, user.x,     OK,      OK",
    "/d/file, 0000,  0:0, user.x,     OK,      OK",
    "/d/file, 0044,  1:1, user.x,     EACCES,  EACCES",
    "/d/file, 0644,  2:2, user.x,     OK,      EACCES",
    "/d/file, 0602,  2:2, user.x,     EACCES,  OK",
    "/d/file, 0660,  2:1, user.x,     OK,      OK",
    "/d/sub,  0755,  1:1, user.x,     OK,      OK",
    "/d/sub,  0757,  2:2, user.x,     OK,      OK",
    "/d/sub,  0755,  2:2, user.x,     OK,      EACCES",
    "/d/sub,  01777, 2:2, user.x,     OK,      EPERM", // sticky: by its owner
    "/d/sub,  01777, 1:1, user.x,     OK,      OK",
    "/d/sub,  01777, 0:0, user.x,     OK,      OK",
    "/d/file, 01666, 2:2, user.x,     OK,      OK", // means nothing on files
    "/d/fifo, 0666,  1:1, user.x,     ENODATA, EPERM",
    "/d/fifo, 0666,  0:0, user.x,     ENODATA, EPERM",
    // trusted.: the superuser's
    "/d/file, 0666,  1:1, trusted.x,  ENODATA, EPERM",
    "/d/file, 0666,  0:0, trusted.x,  OK,      OK",
    "/d/fifo, 0666,  0:0, trusted.x,  OK,      OK",
    // security.: for all to read
    "/d/file, 0000,  2:2, security.x, OK,      EPERM",
    "/d/file, 0666,  1:1, security.x, OK,      EPERM",
    "/d/fifo, 0000,  0:0, security.x, OK,      OK"
  })
  void namespaces(String path, String mode, String caller, String name, String read, String written)
      throws GigaException {
    String there = attempt(root, client -> client.setXattr(path, name, VALUE));
    root.changeMode(path, Integer.parseInt(mode, 8));
    SimulatedClient client = as(caller);
    assertThat(attempt(client, each -> each.getXattr(path, name))).isEqualTo(read);
    assertThat(attempt(client, each -> each.setXattr(path, name, OTHER))).isEqualTo(written);
    String removed = there.equals("OK") ? written : "EPERM";
    assertThat(attempt(client, each -> each.removeXattr(path, name))).isEqualTo(removed);
    boolean isListed =
        there.equals("OK")
            && !removed.equals("OK")
            && (!name.startsWith("trusted") || caller.equals("0:0"));
    assertThat(client.listXattrs(path)).hasSize(isListed ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "'',                          ERANGE",
    "user,                        EOPNOTSUPP",
    "x,                           EOPNOTSUPP",
    "other.x,                     EOPNOTSUPP",
    "system.x,                    EOPNOTSUPP",
    "system.posix_acl_accessible, EOPNOTSUPP",
    "user.,                       EINVAL",
    "trusted.,                    EINVAL",
    "security.,                   EINVAL",
    "user.n,                      ENODATA"
  })
  void names(String name, String expected) {
    assertThat(attempt(root, client -> client.getXattr(FILE, name))).isEqualTo(expected);
    assertThat(attempt(root, client -> client.removeXattr(FILE, name))).isEqualTo(expected);
    assertThat(attempt(root, client -> client.setXattr(FILE, name, VALUE)))
        .isEqualTo(expected.equals("ENODATA") ? "OK" : expected);
  }

  @Test
  void nameAndValueSizesAreLimited() throws GigaException {
    String longest = "user." + "n".repeat(Xattr.MAX_NAME_BYTES - 5);
    byte[] largest = new byte[Xattr.MAX_VALUE_BYTES];
    assertThat(attempt(root, client -> client.setXattr(FILE, longest + "n", VALUE)))
        .isEqualTo("ERANGE");
    assertThat(attempt(root, client -> client.setXattr(FILE, "user.x", new byte[65_537])))
        .isEqualTo("E2BIG");
    root.setXattr(FILE, longest, largest);
    assertThat(root.getXattr(FILE, longest)).isEqualTo(largest);
    root.setXattr(FILE, "user.2", largest);
    root.setXattr(FILE, "user.3", largest);
    assertThat(attempt(root, client -> client.setXattr(FILE, "user.4", largest)))
        .isEqualTo("ENOSPC");
    root.setXattr(FILE, "user.3", new byte[0]);
    root.setXattr(FILE, "user.4", largest);
    assertThat(root.getXattr(FILE, "user.3")).isEmpty();
    assertThat(root.listXattrs(FILE)).hasSize(4);
  }

  /** Setting one attribute reads all of the file, so their number is limited. */
  @Test
  void attributeCountIsLimited() throws GigaException {
    for (int i = 0; i < XattrRules.MAX_COUNT; i++) {
      root.setXattr(FILE, "user." + i, VALUE);
    }
    assertThat(attempt(root, client -> client.setXattr(FILE, "user.more", VALUE)))
        .isEqualTo("ENOSPC");
    root.setXattr(FILE, "user.0", new byte[0]);
    assertThat(root.listXattrs(FILE)).hasSize(XattrRules.MAX_COUNT);
  }

  @ParameterizedTest
  @CsvSource({"/d/file", "/d/sub"})
  void createAndReplace(String path) throws GigaException {
    assertThat(attempt(root, c -> c.setXattr(path, "user.x", VALUE, XattrMode.REPLACE)))
        .isEqualTo("ENODATA");
    root.setXattr(path, "user.x", VALUE, XattrMode.CREATE);
    assertThat(attempt(root, c -> c.setXattr(path, "user.x", OTHER, XattrMode.CREATE)))
        .isEqualTo("EEXIST");
    root.setXattr(path, "user.x", OTHER, XattrMode.REPLACE);
    assertThat(root.getXattr(path, "user.x")).isEqualTo(OTHER);
    root.removeXattr(path, "user.x");
    assertThat(attempt(root, c -> c.removeXattr(path, "user.x"))).isEqualTo("ENODATA");
    assertThat(attempt(root, c -> c.getXattr(path, "user.x"))).isEqualTo("ENODATA");
  }

  @ParameterizedTest
  @CsvSource({
    "/none, 0:0, ENOENT",
    "/d/none, 0:0, ENOENT",
    "/d/file/x, 0:0, ENOTDIR",
    "/d/file/, 0:0, ENOTDIR"
  })
  void paths(String path, String caller, String expected) {
    SimulatedClient client = as(caller);
    assertThat(attempt(client, each -> each.getXattr(path, "user.x"))).isEqualTo(expected);
    assertThat(attempt(client, each -> each.listXattrs(path))).isEqualTo(expected);
    assertThat(attempt(client, each -> each.setXattr(path, "user.x", VALUE))).isEqualTo(expected);
    assertThat(attempt(client, each -> each.removeXattr(path, "user.x"))).isEqualTo(expected);
    assertThat(attempt(client, each -> each.access(path, 0))).isEqualTo(expected);
  }

  @Test
  void missingSearchPermissionHidesAttributes() throws GigaException {
    root.setXattr(FILE, "security.x", VALUE);
    root.changeMode("/d", 0666);
    SimulatedClient client = as("1:1");
    assertThat(attempt(client, each -> each.getXattr(FILE, "security.x"))).isEqualTo("EACCES");
    assertThat(attempt(client, each -> each.listXattrs(FILE))).isEqualTo("EACCES");
    assertThat(attempt(client, each -> each.access(FILE, 0))).isEqualTo("EACCES");
  }

  @ParameterizedTest
  @CsvSource({"/d/file", "/d/sub", "/"})
  void attributesAreListedByName(String path) throws GigaException {
    for (String name : List.of("user.b", "trusted.t", "user.a", "security.s", "user.ab")) {
      root.setXattr(path, name, VALUE);
    }
    assertThat(root.listXattrs(path).stream().map(Xattr::name))
        .containsExactly("security.s", "trusted.t", "user.a", "user.ab", "user.b");
    assertThat(as("2:2").listXattrs(path).stream().map(Xattr::name))
        .containsExactly("security.s", "user.a", "user.ab", "user.b");
  }

  @ParameterizedTest
  @CsvSource({"/d/file", "/d/sub"})
  void changesUpdateOnlyTheCtime(String path) throws GigaException {
    FileAttributes before = root.stat(path);
    root.setXattr(path, "user.x", VALUE);
    FileAttributes set = root.stat(path);
    assertThat(set.changedNanos()).isGreaterThan(before.changedNanos());
    assertThat(set.modifiedNanos()).isEqualTo(before.modifiedNanos());
    assertThat(set.accessedNanos()).isEqualTo(before.accessedNanos());
    root.removeXattr(path, "user.x");
    assertThat(root.stat(path).changedNanos()).isGreaterThan(set.changedNanos());
  }

  @Test
  void recreatedEntryHasNoAttributes() throws GigaException {
    root.setXattr(FILE, "user.x", VALUE);
    root.setXattr(DIRECTORY, "user.x", VALUE);
    root.setXattr(DIRECTORY, AclXattr.DEFAULT, ACL);
    root.unlink(FILE);
    root.removeDirectory(DIRECTORY);
    root.create(FILE);
    root.makeDirectory(DIRECTORY);
    assertThat(root.listXattrs(FILE)).isEmpty();
    assertThat(root.listXattrs(DIRECTORY)).isEmpty();
  }

  @Test
  void attributesMoveWithTheirNames() throws GigaException {
    SimulatedCluster small =
        Setup.seeded(2).withServers(2, 8).withSplitThreshold(8).start(directory.resolve("small"));
    SimulatedClient client = small.client();
    for (int i = 0; i < 60; i++) {
      client.create("/" + i);
      client.setXattr("/" + i, "user.number", new byte[] {(byte) i});
      if (i % 2 == 0) {
        client.setXattr("/" + i, AclXattr.ACCESS, ACL);
      }
    }
    for (SimulatedServer server : small.servers()) {
      server.kill();
      server.startIfDown();
    }
    for (int i = 0; i < 60; i++) {
      assertThat(client.getXattr("/" + i, "user.number")).isEqualTo(new byte[] {(byte) i});
      assertThat(client.listXattrs("/" + i)).hasSize(i % 2 == 0 ? 2 : 1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/d/file, access,  1:1, OK",
    "/d/file, access,  0:0, OK",
    "/d/file, access,  2:2, EPERM",
    "/d/sub,  access,  1:1, OK",
    "/d/sub,  access,  2:2, EPERM",
    "/d/fifo, access,  1:1, OK",
    "/d/sub,  default, 1:1, OK",
    "/d/sub,  default, 0:0, OK",
    "/d/sub,  default, 2:2, EPERM",
    "/d/file, default, 1:1, EACCES",
    "/d/file, default, 2:2, EACCES",
    "/d/fifo, default, 0:0, EACCES"
  })
  void onlyOwnersSetAccessLists(String path, String list, String caller, String expected) {
    String name = "system.posix_acl_" + list;
    assertThat(attempt(as(caller), client -> client.setXattr(path, name, ACL))).isEqualTo(expected);
    boolean isNoPlace = expected.equals("EACCES");
    assertThat(attempt(as(caller), client -> client.removeXattr(path, name)))
        .isEqualTo(isNoPlace ? "OK" : expected);
    assertThat(attempt(as(caller), client -> client.getXattr(path, name))).isEqualTo("ENODATA");
  }

  @ParameterizedTest
  @CsvSource({
    "0200, EINVAL",
    "01000000, EOPNOTSUPP",
    "0200000001000700ffffffff, EINVAL",
    "0200000001000800ffffffff04000000ffffffff20000000ffffffff, EINVAL",
    "0200000001000700ffffffff020007000200000004000000ffffffff20000000ffffffff, EINVAL",
    "02000000, OK"
  })
  void accessListValuesAreValidated(String value, String expected) {
    for (String name : List.of(AclXattr.ACCESS, AclXattr.DEFAULT)) {
      assertThat(attempt(root, client -> client.setXattr(DIRECTORY, name, hex(value))))
          .isEqualTo(expected);
    }
  }

  @Test
  void accessListHasAtMost500NamedEntries() {
    byte[] most = new byte[4 + 8 * 504];
    byte[] more = new byte[4 + 8 * 505];
    assertThat(attempt(root, client -> client.setXattr(FILE, AclXattr.ACCESS, many(most))))
        .isEqualTo("OK");
    assertThat(attempt(root, client -> client.setXattr(FILE, AclXattr.ACCESS, many(more))))
        .isEqualTo("ENOSPC");
  }

  /** Fills an access list with as many users as fit. */
  private static byte[] many(byte[] value) {
    System.arraycopy(ACL, 0, value, 0, 12);
    for (int at = 12; at < value.length - 24; at += 8) {
      byte[] user = hex("02000700 00000000");
      user[4] = (byte) at;
      user[5] = (byte) (at >> 8);
      System.arraycopy(user, 0, value, at, 8);
    }
    System.arraycopy(ACL, ACL.length - 24, value, value.length - 24, 24);
    return value;
  }

  /** The mode contains the mask of the list, and chmod(2) changes the mask. */
  @ParameterizedTest
  @CsvSource({"/d/file", "/d/sub"})
  void accessListsAndModesAgree(String path) throws GigaException {
    root.setXattr(path, AclXattr.ACCESS, ACL);
    assertThat(root.stat(path).mode()).isEqualTo(0770);
    assertThat(root.getXattr(path, AclXattr.ACCESS)).isEqualTo(ACL);
    assertThat(attempt(as("2:2"), client -> client.access(path, 7))).isEqualTo("OK");
    root.changeMode(path, 0740);
    byte[] masked = ACL.clone();
    masked[ACL.length - 14] = 4;
    assertThat(root.getXattr(path, AclXattr.ACCESS)).isEqualTo(masked);
    assertThat(attempt(as("2:2"), client -> client.access(path, 4))).isEqualTo("OK");
    assertThat(attempt(as("2:2"), client -> client.access(path, 1))).isEqualTo("EACCES");
    root.removeXattr(path, AclXattr.ACCESS);
    assertThat(root.stat(path).mode()).isEqualTo(0740);
    assertThat(attempt(as("2:2"), client -> client.access(path, 4))).isEqualTo("EACCES");
    root.setXattr(path, AclXattr.ACCESS, ACL);
    root.setXattr(path, AclXattr.ACCESS, MINIMAL_ACL);
    assertThat(root.stat(path).mode()).isEqualTo(0600);
    assertThat(root.listXattrs(path)).isEmpty();
  }

  @Test
  void settingAListOutsideTheGroupClearsSetGid() throws GigaException {
    root.changeMode(FILE, 02755);
    as("1:9").setXattr(FILE, AclXattr.ACCESS, MINIMAL_ACL);
    assertThat(root.stat(FILE).mode()).isEqualTo(0600);
    root.changeMode(FILE, 02755);
    as("1:1").setXattr(FILE, AclXattr.ACCESS, MINIMAL_ACL);
    assertThat(root.stat(FILE).mode()).isEqualTo(02600);
  }

  /** A client with the directory in its cache applies its list, and notices changes of it. */
  @Test
  void directoryAccessListsControlTheirEntries() throws GigaException {
    root.create(DIRECTORY + "/x");
    root.changeMode(DIRECTORY, 0700);
    SimulatedClient user = as("2:2");
    assertThat(attempt(user, client -> client.stat(DIRECTORY + "/x"))).isEqualTo("EACCES");
    root.setXattr(DIRECTORY, AclXattr.ACCESS, ACL);
    assertThat(attempt(user, client -> client.stat(DIRECTORY + "/x"))).isEqualTo("OK");
    assertThat(attempt(user, client -> client.create(DIRECTORY + "/y"))).isEqualTo("OK");
    assertThat(attempt(user, client -> client.list(DIRECTORY))).isEqualTo("OK");
    assertThat(attempt(as("3:3"), client -> client.stat(DIRECTORY + "/x"))).isEqualTo("EACCES");
    root.removeXattr(DIRECTORY, AclXattr.ACCESS);
    root.changeMode(DIRECTORY, 0700);
    assertThat(attempt(user, client -> client.unlink(DIRECTORY + "/x"))).isEqualTo("EACCES");
    assertThat(attempt(user, client -> client.stat(DIRECTORY + "/x"))).isEqualTo("EACCES");
  }

  @Test
  void defaultAccessListsAreInherited() throws GigaException {
    root.changeMode(DIRECTORY, 0777);
    root.setXattr(DIRECTORY, AclXattr.DEFAULT, ACL);
    FileAttributes file = as("5:5").create(DIRECTORY + "/f", 0640);
    assertThat(file.mode()).isEqualTo(0640);
    assertThat(root.getXattr(DIRECTORY + "/f", AclXattr.ACCESS)).hasSize(ACL.length);
    assertThat(attempt(as("2:2"), client -> client.access(DIRECTORY + "/f", 4))).isEqualTo("OK");
    assertThat(attempt(as("2:2"), client -> client.access(DIRECTORY + "/f", 2)))
        .isEqualTo("EACCES");
    for (int i = 0; i < 8; i++) {
      // On both servers.
      String made = DIRECTORY + "/" + i;
      assertThat(as("5:5").makeDirectory(made).mode()).isEqualTo(0750);
      assertThat(root.getXattr(made, AclXattr.DEFAULT)).isEqualTo(ACL);
      assertThat(attempt(as("2:2"), client -> client.list(made))).isEqualTo("OK");
      assertThat(attempt(as("2:2"), client -> client.create(made + "/x"))).isEqualTo("EACCES");
    }
    root.removeXattr(DIRECTORY, AclXattr.DEFAULT);
    assertThat(as("5:5").create(DIRECTORY + "/g", 0646).mode()).isEqualTo(0646);
    assertThat(root.listXattrs(DIRECTORY + "/g")).isEmpty();
  }

  /** access(2), of a file and a directory of user 1. */
  @ParameterizedTest
  @CsvSource({
    "/d/file, 0640, 1:1, 6,  OK",
    "/d/file, 0640, 1:1, 7,  EACCES",
    "/d/file, 0640, 2:1, 4,  OK",
    "/d/file, 0640, 2:1, 2,  EACCES",
    "/d/file, 0640, 2:2, 0,  OK",
    "/d/file, 0640, 2:2, 4,  EACCES",
    "/d/file, 0000, 0:0, 6,  OK",
    "/d/file, 0666, 0:0, 1,  EACCES", // nobody may execute it
    "/d/file, 0010, 0:0, 1,  OK",
    "/d/sub,  0000, 0:0, 7,  OK",
    "/d/sub,  0711, 2:2, 1,  OK",
    "/d/sub,  0711, 2:2, 5,  EACCES",
    "/,       0755, 2:2, 5,  OK",
    "/,       0755, 2:2, 2,  EACCES",
    "/d/file, 0777, 1:1, 8,  EINVAL",
    "/d/file, 0777, 1:1, -1, EINVAL"
  })
  void access(String path, String mode, String caller, int wanted, String expected)
      throws GigaException {
    root.changeMode(path, Integer.parseInt(mode, 8));
    assertThat(attempt(as(caller), client -> client.access(path, wanted))).isEqualTo(expected);
  }

  @Test
  void emptyValuesAreStored() throws GigaException {
    root.setXattr(FILE, "user.empty", new byte[0]);
    assertThat(root.getXattr(FILE, "user.empty")).isEmpty();
    assertThat(root.listXattrs(FILE).stream().map(xattr -> Arrays.toString(xattr.value())))
        .containsExactly("[]");
  }
}
