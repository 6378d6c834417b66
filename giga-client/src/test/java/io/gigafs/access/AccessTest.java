package io.gigafs.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests permission bits by a table, and access control lists by the algorithm of acl(5). */
final class AccessTest {
  private static final int IDS = 5;
  private static final int CHECKS = 20_000;

  private record Someone(int uid, Set<Integer> groups) implements Identity {
    @Override
    public boolean isMemberOf(int group) {
      return groups.contains(group);
    }

    @Override
    public boolean isSuperuser() {
      return false;
    }
  }

  private static final Identity ROOT =
      new Identity() {
        @Override
        public int uid() {
          return 0;
        }

        @Override
        public boolean isMemberOf(int group) {
          return false;
        }

        @Override
        public boolean isSuperuser() {
          return true;
        }
      };

  /** Accesses to a file of user 1 and group 1. */
  @ParameterizedTest
  @CsvSource({
    "0700, 1, 9, 7, true",
    "0077, 1, 1, 4, false", // the owner is judged by the owner's bits alone
    "0070, 2, 1, 7, true",
    "0707, 2, 1, 1, false", // and the group by the group's
    "0005, 2, 2, 5, true",
    "0005, 2, 2, 7, false",
    "0770, 2, 2, 1, false",
    "0000, 2, 2, 0, true"
  })
  void permissionBitsDecideAccess(String mode, int uid, int group, int wanted, boolean allowed) {
    Identity who = new Someone(uid, Set.of(8, group));
    int bits = Integer.parseInt(mode, 8);
    assertThat(Access.allows(bits, 1, 1, null, who, wanted)).isEqualTo(allowed);
    assertThat(Access.allowsFile(bits, 1, 1, null, who, wanted)).isEqualTo(allowed);
  }

  @Test
  void superuserExecutesOnlyExecutableFiles() {
    assertThat(Access.allows(0, 1, 1, null, ROOT, 7)).isTrue();
    assertThat(Access.allowsFile(0, 1, 1, null, ROOT, Access.READ | Access.WRITE)).isTrue();
    assertThat(Access.allowsFile(0666, 1, 1, null, ROOT, Access.EXECUTE)).isFalse();
    for (int mode : new int[] {0100, 0010, 0001}) {
      assertThat(Access.allowsFile(mode, 1, 1, null, ROOT, Access.EXECUTE)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aclChecksFollowTheManual(long seed) {
    Random random = new Random(seed);
    RandomAcls acls = new RandomAcls(random, IDS);
    for (int i = 0; i < CHECKS; i++) {
      Acl acl = acls.next();
      int uid = acls.id();
      int gid = acls.id();
      int wanted = 1 + random.nextInt(7);
      Set<Integer> groups = new HashSet<>();
      for (int member = random.nextInt(4); member > 0; member--) {
        groups.add(acls.id());
      }
      Identity who = new Someone(acls.id(), groups);
      assertThat(Access.allows(acl.mode(), uid, gid, acl.besideMode(), who, wanted))
          .as("seed %d: %s of %d:%d, %s wants %d", seed, acl, uid, gid, who, wanted)
          .isEqualTo(manual(acl, uid, gid, who, wanted));
    }
  }

  private record Entry(String tag, int id, int permissions) {}

  /** "Access check algorithm" of acl(5), step by step. */
  private static boolean manual(Acl acl, int uid, int gid, Identity who, int wanted) {
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry("USER_OBJ", uid, acl.owner()));
    acl.users().forEach(each -> entries.add(new Entry("USER", each.id(), each.permissions())));
    entries.add(new Entry("GROUP_OBJ", gid, acl.group()));
    acl.groups().forEach(each -> entries.add(new Entry("GROUP", each.id(), each.permissions())));
    boolean hasMask = acl.mask() != Acl.NO_MASK;
    if (who.uid() == uid) {
      return contains(acl.owner(), wanted);
    }
    for (Entry each : entries) {
      if (each.tag().equals("USER") && each.id() == who.uid()) {
        return contains(each.permissions(), wanted) && contains(acl.mask(), wanted);
      }
    }
    boolean anyGroup = false;
    for (Entry each : entries) {
      if (each.tag().startsWith("GROUP") && who.isMemberOf(each.id())) {
        anyGroup = true;
        if (contains(each.permissions(), wanted)) {
          return !hasMask || contains(acl.mask(), wanted);
        }
      }
    }
    return !anyGroup && contains(acl.other(), wanted);
  }

  private static boolean contains(int permissions, int wanted) {
    for (int bit = 1; bit <= 4; bit <<= 1) {
      if ((wanted & bit) != 0 && (permissions & bit) == 0) {
        return false;
      }
    }
    return true;
  }
}
