package io.gigafs.hadoop.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.CapturedLog;
import io.gigafs.protocol.Caller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the mapping between user names and ids, with account files of the test and a fake
 * getent(1).
 */
class IdentitiesTest {
  private static final int NOBODY = 65_534;

  @TempDir static Path etc;

  /** The queries to getent(1). */
  private final List<String> asked = new ArrayList<>();

  private final AccountCache accounts =
      new AccountCache(
          new MachineAccounts(
              (database, key) -> {
                asked.add(database + " " + key);
                return key.equals("4711") ? List.of("ldap", "x", "4711", "100") : List.of();
              },
              etc));

  @BeforeEach
  void makeFiles() throws IOException {
    Files.writeString(etc.resolve("passwd"), "carol:x:700:701:Carol:/home/carol:/bin/sh\n");
    Files.writeString(etc.resolve("group"), "carol:x:701:\nteam:x:702:carol\n");
    Files.writeString(etc.resolve("nsswitch.conf"), "# how\npasswd:  files sss\ngroup: files\n");
  }

  private Identities identities(UnknownUsers unknown) {
    return new Identities(Map.of("alice", 5001), Map.of("staff", 6001), NOBODY, unknown, accounts);
  }

  private static UserGroupInformation user(String name, String... groups) {
    return UserGroupInformation.createUserForTesting(name, groups);
  }

  @Test
  void accountFilesAreReadWithoutAProcess() throws IOException {
    Caller carol = identities(UnknownUsers.REFUSE).callerOf(user("carol", "team"));
    assertThat(carol.uid()).isEqualTo(700);
    assertThat(carol.gid()).isEqualTo(701);
    assertThat(carol.groups()).containsExactly(702);
    assertThat(identities(UnknownUsers.REFUSE).userName(700)).isEqualTo("carol");
    assertThat(asked).isEmpty();
  }

  /** Each file system has its own identities, and a process may have hundreds. */
  @Test
  void accountIsLookedUpOncePerProcess() {
    for (int i = 0; i < 300; i++) {
      assertThat(identities(UnknownUsers.REFUSE).userName(4711)).isEqualTo("ldap");
    }
    assertThat(asked).containsExactly("passwd 4711");
  }

  @Test
  void fileSystemsOfAProcessShareTheAccountCache() {
    assertThat(AccountCache.ofMachine()).isSameAs(AccountCache.ofMachine());
  }

  @Test
  void unknownNameNeedsNoProcess() throws IOException {
    for (int i = 0; i < 300; i++) {
      identities(UnknownUsers.NOBODY).callerOf(user("no-such-user-" + i, "no-such-group-" + i));
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void nameServiceListedFirstIsAskedFirst() throws IOException {
    Files.writeString(etc.resolve("nsswitch.conf"), "passwd: sss files\n");
    identities(UnknownUsers.REFUSE).userName(4711);
    identities(UnknownUsers.REFUSE).userName(700);
    assertThat(asked).containsExactly("passwd 4711", "passwd 700");
  }

  @Test
  void userWithoutIdIsRefused() {
    assertThatThrownBy(
            () -> identities(UnknownUsers.REFUSE).callerOf(user("no-such-user", "staff")))
        .hasMessageMatching(".*'no-such-user'.*fs.giga.users.*fs.giga.unknown-users.*");
  }

  @Test
  void userWithoutIdIsNobodyIfConfigured() throws IOException {
    Caller nobody = identities(UnknownUsers.NOBODY).callerOf(user("no-such-user"));
    assertThat(nobody.uid()).isEqualTo(NOBODY);
    assertThat(nobody.gid()).isEqualTo(NOBODY);
  }

  @Test
  void nameWithoutIdIsLoggedOnce() throws IOException {
    List<String> warnings = new ArrayList<>();
    try (CapturedLog logged = CapturedLog.of(Identities.class)) {
      for (int i = 0; i < 3; i++) {
        identities(UnknownUsers.NOBODY).callerOf(user("warned-as-nobody"));
        identities(UnknownUsers.ID).callerOf(user("warned-with-id"));
      }
      logged.events().forEach(event -> warnings.add(event.getFormattedMessage()));
    }
    assertThat(warnings).hasSize(2);
    assertThat(warnings.get(0)).contains("'warned-as-nobody'", "fs.giga.unknown-users");
    assertThat(warnings.get(1)).contains("'warned-with-id'");
  }

  @Test
  void idsAreDerivedFromNamesIfConfigured() throws IOException {
    Identities derived = identities(UnknownUsers.ID);
    Caller one = derived.callerOf(user("no-such-user", "no-such-group"));
    Caller other = derived.callerOf(user("no-such-other"));
    assertThat(one.uid()).isEqualTo(identities(UnknownUsers.ID).uid("no-such-user"));
    assertThat(one.uid()).isNotEqualTo(other.uid()).isGreaterThanOrEqualTo(1 << 30);
    assertThat(one.gid()).isEqualTo(derived.gid("no-such-group"));
    assertThat(other.gid()).isNotEqualTo(NOBODY);
    assertThat(derived.userName(one.uid())).isEqualTo("no-such-user");
    assertThat(derived.callerOf(user("alice")).uid()).isEqualTo(5001);
  }

  /** The id is stored with files, so it must never change. */
  @Test
  void derivedIdNeverChanges() {
    assertThat(DerivedId.of("hive")).isEqualTo(1_983_961_664);
  }

  @Test
  void unknownSettingValueIsRefused() {
    Configuration conf = new Configuration(false);
    conf.set("fs.giga.unknown-users", "guess");
    assertThatThrownBy(() -> Identities.of(conf))
        .hasMessage("fs.giga.unknown-users is refuse, nobody, id, not 'guess'");
  }
}
