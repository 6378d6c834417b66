package io.gigafs.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.access.Acl;
import io.gigafs.access.Acl.Named;
import io.gigafs.access.DirectoryAcls;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.FileAttributes;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests mode, group and access lists of new entries in a directory of user 1 and group 5. */
class InheritanceTest {
  /** u::rwx,u:7:rwx,g::r-x,m::rwx,o::r--. */
  private static final Acl WITH_MASK = new Acl(7, List.of(new Named(7, 7)), 5, List.of(), 7, 4);

  private static final Acl MINIMAL = Acl.ofMode(0751);

  private static DirectoryFacts directory(int mode, Acl inherited) {
    return new DirectoryFacts(
        InodeId.ROOT,
        mode,
        1,
        5,
        new DirectoryAcls(null, inherited),
        null,
        FileAttributes.NO_BIRTH,
        0);
  }

  /** The requested mode and the resulting one, as in "object creation" of acl(5). */
  @ParameterizedTest
  @CsvSource({
    "0666,  0664,  'u::rw-,u:7:rwx,g::r-x,m::rw-,o::r--'",
    "0777,  0774,  'u::rwx,u:7:rwx,g::r-x,m::rwx,o::r--'",
    "0600,  0600,  'u::rw-,u:7:rwx,g::r-x,m::---,o::---'",
    "0053,  0050,  'u::---,u:7:rwx,g::r-x,m::r-x,o::---'",
    "04755, 04754, 'u::rwx,u:7:rwx,g::r-x,m::r-x,o::r--'",
    "0000,  0000,  'u::---,u:7:rwx,g::r-x,m::---,o::---'"
  })
  void filesInheritListsWithMasks(String asked, String mode, String list) {
    Inheritance given =
        Inheritance.ofFile(
            directory(0777, WITH_MASK), Integer.parseInt(asked, 8), new Caller(3, 3));
    assertThat(given.mode()).isEqualTo(Integer.parseInt(mode, 8));
    assertThat(Objects.requireNonNull(given.access()).withMode(given.mode())).hasToString(list);
    assertThat(given.inherited()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"0666, 0640", "0777, 0751", "0022, 0000", "01777, 01751"})
  void minimalListsAffectOnlyTheMode(String asked, String mode) {
    Inheritance given =
        Inheritance.ofFile(directory(0777, MINIMAL), Integer.parseInt(asked, 8), new Caller(3, 3));
    assertThat(given.mode()).isEqualTo(Integer.parseInt(mode, 8));
    assertThat(given.access()).isNull();
  }

  @Test
  void directoriesInheritTheDefaultList() {
    DirectoryFacts parent = directory(02777, WITH_MASK);
    Inheritance given = Inheritance.ofDirectory(parent, 0755, new Caller(3, 3));
    assertThat(given.mode()).isEqualTo(02754);
    assertThat(given.gid()).isEqualTo(5);
    assertThat(given.inherited()).isEqualTo(WITH_MASK);
    assertThat(given.acls().access()).isEqualTo(WITH_MASK.besideMode());
  }

  @Test
  void symbolicLinksInheritNoList() {
    Inheritance given = Inheritance.ofSymlink(directory(02777, WITH_MASK), new Caller(3, 3));
    assertThat(given.mode()).isEqualTo(0777);
    assertThat(given.gid()).isEqualTo(5);
    assertThat(given.acls()).isEqualTo(DirectoryAcls.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "0777,  2, 2, true",
    "01777, 2, 2, true", // the entry's owner
    "01777, 2, 1, true", // the directory's
    "01777, 2, 0, true",
    "01777, 2, 3, false"
  })
  void stickyDirectoriesRestrictRemoval(String mode, int entryUid, int caller, boolean expected) {
    DirectoryFacts directory = DirectoryFacts.of(InodeId.ROOT, Integer.parseInt(mode, 8), 1, 5);
    assertThat(Inheritance.mayRemove(directory, entryUid, new Caller(caller, 9)))
        .isEqualTo(expected);
  }
}
