package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Permissions in a directory, and the order of errors where several apply, as in Linux
 * (path_resolution(7), open(2), unlink(2), mkdir(2), rmdir(2)).
 *
 * <p>Each row is a directory's mode and owner (user:group), a caller (user:group, and a further
 * group), and the expected outcome. Entries in the directory belong to user 7.
 */
class PermissionTest {
  private static final String DIRECTORY = "/d";
  private static final String ENTRY = DIRECTORY + "/x";
  private static final int ENTRY_OWNER = 7;

  @TempDir Path directory;

  /** The entry of that name before the operation. */
  enum Before {
    NOTHING,
    FILE,
    /** One of a file's two names. */
    LINK,
    DIRECTORY
  }

  private interface Attempt {
    void run(SimulatedClient client) throws GigaException;
  }

  private String outcome(String mode, String owner, Before before, String caller, Attempt attempt)
      throws GigaException {
    SimulatedClient root = Setup.seeded(1).withServers(1, 4).start(directory).client();
    root.makeDirectory(DIRECTORY);
    switch (before) {
      case NOTHING -> {}
      case FILE -> root.create(ENTRY);
      case LINK -> {
        root.create("/other");
        root.link("/other", ENTRY);
      }
      case DIRECTORY -> root.makeDirectory(ENTRY);
    }
    if (before != Before.NOTHING) {
      root.setAttributes(ENTRY, AttributeChange.ofOwner(ENTRY_OWNER, ENTRY_OWNER));
    }
    Caller owning = caller(owner);
    root.setAttributes(DIRECTORY, AttributeChange.ofOwner(owning.uid(), owning.gid()));
    root.changeMode(DIRECTORY, Integer.parseInt(mode, 8));
    // A new client, so that the server answers and not a cache.
    return attempt(root.as(caller(caller)), attempt);
  }

  private static String attempt(SimulatedClient client, Attempt attempt) {
    try {
      attempt.run(client);
      return "OK";
    } catch (GigaException e) {
      return e.code().toString();
    }
  }

  private static Caller caller(String text) {
    String[] ids = text.split(":", -1);
    int[] groups = ids.length > 2 ? new int[] {Integer.parseInt(ids[2])} : new int[0];
    return new Caller(Integer.parseInt(ids[0]), Integer.parseInt(ids[1]), groups);
  }

  @ParameterizedTest
  @CsvSource({
    "0755, 1:1, NOTHING,   1:1,   OK",
    "0755, 1:1, NOTHING,   2:2,   EACCES",
    "0755, 1:1, NOTHING,   0:0,   OK",
    "0000, 1:1, NOTHING,   0:0,   OK",
    "0775, 1:1, NOTHING,   2:1,   OK",
    "0775, 1:1, NOTHING,   2:2:1, OK",
    "0757, 1:1, NOTHING,   2:2,   OK",
    "0077, 1:1, NOTHING,   1:1,   EACCES", // the owner is judged by the owner's bits alone
    "0707, 1:1, NOTHING,   2:1,   EACCES", // and the group by the group's
    "0722, 1:1, NOTHING,   2:2,   EACCES", // write without search
    "0755, 1:1, FILE,      2:2,   EEXIST", // before EACCES
    "0755, 1:1, DIRECTORY, 2:2,   EEXIST",
    "0744, 1:1, FILE,      2:2,   EACCES" // but not without search
  })
  void createExclusive(String mode, String owner, Before before, String caller, String expected)
      throws Exception {
    assertThat(outcome(mode, owner, before, caller, client -> client.create(ENTRY)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0755, 1:1, FILE,      2:2, OK",
    "0755, 1:1, NOTHING,   2:2, EACCES",
    "0777, 1:1, DIRECTORY, 2:2, EISDIR",
    "0755, 1:1, DIRECTORY, 2:2, EISDIR",
    "0744, 1:1, DIRECTORY, 2:2, EACCES"
  })
  void createOrFind(String mode, String owner, Before before, String caller, String expected)
      throws Exception {
    assertThat(outcome(mode, owner, before, caller, client -> client.createOrFind(ENTRY)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0755, 1:1, NOTHING,   1:1, OK",
    "0755, 1:1, NOTHING,   2:2, EACCES",
    "0755, 1:1, FILE,      2:2, EEXIST",
    "0755, 1:1, DIRECTORY, 2:2, EEXIST",
    "0744, 1:1, DIRECTORY, 2:2, EACCES"
  })
  void makeDirectory(String mode, String owner, Before before, String caller, String expected)
      throws Exception {
    assertThat(outcome(mode, owner, before, caller, client -> client.makeDirectory(ENTRY)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0777,  1:1, NOTHING,   2:2, ENOENT",
    "0755,  1:1, NOTHING,   2:2, ENOENT", // before EACCES
    "0744,  1:1, NOTHING,   2:2, EACCES", // but not without search
    "0777,  1:1, FILE,      2:2, OK",
    "0755,  1:1, FILE,      2:2, EACCES",
    "0755,  1:1, FILE,      7:7, EACCES", // owning the file is not enough
    "0777,  1:1, DIRECTORY, 2:2, EISDIR",
    "0755,  1:1, DIRECTORY, 2:2, EACCES",
    "01777, 1:1, FILE,      2:2, EPERM",
    "01777, 1:1, FILE,      1:1, OK", // the directory's owner
    "01777, 1:1, FILE,      7:7, OK", // the file's owner
    "01777, 1:1, FILE,      0:0, OK",
    "01755, 1:1, FILE,      2:2, EACCES",
    "01777, 1:1, DIRECTORY, 2:2, EPERM", // before EISDIR
    "01777, 1:1, DIRECTORY, 7:7, EISDIR"
  })
  void unlink(String mode, String owner, Before before, String caller, String expected)
      throws Exception {
    assertThat(outcome(mode, owner, before, caller, client -> client.unlink(ENTRY)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0777,  1:1, NOTHING,   2:2, ENOENT",
    "0744,  1:1, NOTHING,   2:2, EACCES",
    "0777,  1:1, DIRECTORY, 2:2, OK",
    "0755,  1:1, DIRECTORY, 2:2, EACCES",
    "0777,  1:1, FILE,      2:2, ENOTDIR",
    "0755,  1:1, FILE,      2:2, EACCES",
    "01777, 1:1, DIRECTORY, 2:2, EPERM",
    "01777, 1:1, FILE,      2:2, EPERM",
    "0777,  1:1, LINK,      2:2, ENOTDIR",
    "01777, 1:1, LINK,      2:2, EPERM", // before ENOTDIR
    "01777, 1:1, LINK,      7:7, ENOTDIR",
    "01777, 1:1, LINK,      1:1, ENOTDIR",
    "01777, 1:1, LINK,      0:0, ENOTDIR",
    "01755, 1:1, LINK,      7:7, EACCES",
    "01777, 1:1, DIRECTORY, 7:7, OK",
    "01777, 1:1, DIRECTORY, 1:1, OK"
  })
  void removeDirectory(String mode, String owner, Before before, String caller, String expected)
      throws Exception {
    assertThat(outcome(mode, owner, before, caller, client -> client.removeDirectory(ENTRY)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0711, 1:1, FILE,    2:2, OK",
    "0744, 1:1, FILE,    2:2, EACCES",
    "0744, 1:1, NOTHING, 2:2, EACCES",
    "0711, 1:1, NOTHING, 2:2, ENOENT",
    "0000, 1:1, FILE,    0:0, OK"
  })
  void lookUp(String mode, String owner, Before before, String caller, String expected)
      throws Exception {
    assertThat(outcome(mode, owner, before, caller, client -> client.stat(ENTRY)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0744, 1:1, 2:2, false, OK",
    "0744, 1:1, 2:2, true,  EACCES",
    "0755, 1:1, 2:2, true,  OK",
    "0711, 1:1, 2:2, false, EACCES",
    "0000, 1:1, 0:0, true,  OK"
  })
  void list(String mode, String owner, String caller, boolean attributes, String expected)
      throws Exception {
    assertThat(
            outcome(
                mode,
                owner,
                Before.FILE,
                caller,
                client -> client.listEntries(DIRECTORY, attributes)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"/, EBUSY", "/none, ENOENT", "/file, ENOTDIR", "/full, ENOTEMPTY"})
  void rmdirRemovesOnlyEmptyDirectories(String path, String expected) throws Exception {
    SimulatedClient root = Setup.seeded(1).withServers(1, 4).start(directory).client();
    root.create("/file");
    root.makeDirectory("/full");
    root.makeDirectory("/full/sub");
    assertThat(attempt(root, client -> client.removeDirectory(path))).isEqualTo(expected);
    root.removeDirectory("/full/sub");
    root.removeDirectory("/full");
  }

  /** A new entry's group, and the set-gid bits: the directory is of group 5. */
  @ParameterizedTest
  @CsvSource({
    "0777,  0644,  1:1,   1, 0644,  0755",
    "02777, 0644,  1:1,   5, 0644,  02755",
    "02777, 02755, 1:5,   5, 02755, 02755",
    "02777, 02755, 1:1:5, 5, 02755, 02755",
    "02777, 02755, 0:0,   5, 02755, 02755",
    "02777, 02755, 1:1,   5, 0755,  02755", // nobody gets set-gid to a group that is not theirs
    "02777, 02644, 1:1,   5, 02644, 02755", // without group execution the bit means something else
    "0777,  06755, 1:1,   1, 06755, 0755"
  })
  void groupsAreInherited(
      String directoryMode,
      String mode,
      String caller,
      int gid,
      String fileMode,
      String subdirectoryMode)
      throws Exception {
    SimulatedClient root = Setup.seeded(1).withServers(1, 4).start(directory).client();
    root.makeDirectory(DIRECTORY);
    root.setAttributes(DIRECTORY, AttributeChange.ofOwner(null, 5));
    root.changeMode(DIRECTORY, Integer.parseInt(directoryMode, 8));
    SimulatedClient client = root.as(caller(caller));
    FileAttributes file = client.create(DIRECTORY + "/file", Integer.parseInt(mode, 8));
    FileAttributes made = client.makeDirectory(DIRECTORY + "/sub");
    assertThat(file.gid()).isEqualTo(gid);
    assertThat(made.gid()).isEqualTo(gid);
    assertThat(Integer.toOctalString(file.mode()))
        .isEqualTo(Integer.toOctalString(Integer.parseInt(fileMode, 8)));
    assertThat(Integer.toOctalString(made.mode()))
        .isEqualTo(Integer.toOctalString(Integer.parseInt(subdirectoryMode, 8)));
  }

  @Test
  void rootExistsAndIsADirectory() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(2, 4).start(directory);
    SimulatedClient root = cluster.client();
    assertThat(attempt(root, client -> client.create("/"))).isEqualTo("EEXIST");
    assertThat(attempt(root, client -> client.createOrFind("/"))).isEqualTo("EISDIR");
    assertThat(attempt(root, client -> client.makeDirectory("/"))).isEqualTo("EEXIST");
    assertThat(attempt(root, client -> client.unlink("/"))).isEqualTo("EISDIR");
    assertThat(root.stat("/").mode()).isEqualTo(0755);
    root.changeMode("/", 0700);
    assertThat(attempt(root.as(new Caller(1, 1)), client -> client.stat("/x"))).isEqualTo("EACCES");
    assertThat(Objects.requireNonNull(root.stat("/")).mode()).isEqualTo(0700);
  }
}
