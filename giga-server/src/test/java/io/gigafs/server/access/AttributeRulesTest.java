package io.gigafs.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.access.Acl;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests {@link AttributeRules}: permissions and resulting bits of chmod(2), chown(2), utimensat(2)
 * and truncate(2).
 *
 * <p>The entry belongs to user 1 and group 1. A caller is user:group, and a further group.
 */
class AttributeRulesTest {
  private static final long BEFORE = 1_000;
  private static final long NOW = 5_000;

  private static Attributes entry(FileType type, int mode) {
    return new Attributes(99, type, mode, 1, 1, 10, 1, BEFORE, BEFORE, BEFORE, 0);
  }

  private static Caller caller(String text) {
    String[] ids = text.split(":", -1);
    int[] groups = ids.length > 2 ? new int[] {Integer.parseInt(ids[2])} : new int[0];
    return new Caller(Integer.parseInt(ids[0]), Integer.parseInt(ids[1]), groups);
  }

  /** The error, or the octal mode, user and group after the change. */
  private static String outcome(Attributes old, AttributeChange change, Caller caller) {
    ErrorCode refused = AttributeRules.refuse(old, null, change, caller);
    if (refused != null) {
      return refused.toString();
    }
    Attributes changed = AttributeRules.apply(old, change, caller, NOW);
    assertThat(changed.changedNanos()).isEqualTo(NOW);
    assertThat(changed.inode()).isEqualTo(old.inode());
    assertThat(changed.size()).isEqualTo(old.size());
    return "%04o %d:%d".formatted(changed.mode(), changed.uid(), changed.gid());
  }

  @ParameterizedTest
  @CsvSource({
    "1:1,   0600,   0600 1:1",
    "2:1,   0600,   EPERM",
    "2:2,   0600,   EPERM",
    "0:0,   0600,   0600 1:1",
    "1:1,   07777,  7777 1:1",
    "1:9,   02755,  0755 1:1", // the owner is not in the file's group: no set-gid
    "1:9:1, 02755,  2755 1:1",
    "1:9,   04755,  4755 1:1",
    "0:0,   02755,  2755 1:1",
    "1:1,   010000, EINVAL",
    "0:0,   010000, EINVAL"
  })
  void changeMode(String caller, String mode, String expected) {
    assertThat(
            outcome(
                entry(FileType.REGULAR, 0644),
                AttributeChange.ofMode(Integer.parseInt(mode, 8)),
                caller(caller)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "REGULAR,   0755,  0:0,   5, 6, 0755 5:6",
    "REGULAR,   06755, 0:0,   5, 6, 0755 5:6", // set-id bits go, whoever asks
    "REGULAR,   06755, 1:1,   1, 1, 0755 1:1",
    "REGULAR,   02745, 1:1,   1, 1, 2745 1:1", // but not set-gid without group execution
    "REGULAR,   02745, 1:9,   1, 1, 0745 1:1", // if the caller could have set it
    "FIFO,      06755, 0:0,   5, 6, 0755 5:6",
    "DIRECTORY, 06755, 0:0,   5, 6, 6755 5:6",
    "REGULAR,   0755,  1:1,   5, ,  EPERM",
    "REGULAR,   0755,  1:1,   1, ,  0755 1:1",
    "REGULAR,   0755,  1:1,   , 6,  EPERM",
    "REGULAR,   0755,  1:1:6, , 6,  0755 1:6",
    "REGULAR,   0755,  1:6,   , 6,  0755 1:6",
    "REGULAR,   0755,  1:9,   , 1,  0755 1:1", // to what it is already
    "REGULAR,   0755,  2:6,   , 6,  EPERM",
    "REGULAR,   0755,  2:6,   1, ,  EPERM"
  })
  void changeOwner(
      FileType type,
      String mode,
      String caller,
      @Nullable Integer uid,
      @Nullable Integer gid,
      String expected) {
    assertThat(
            outcome(
                entry(type, Integer.parseInt(mode, 8)),
                AttributeChange.ofOwner(uid, gid),
                caller(caller)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0644, 1:1, 7,   8,   7 8",
    "0644, 1:1, 7,   ,    7 1000",
    "0644, 1:1, ,    8,   1000 8",
    "0644, 1:1, now, now, 5000 5000",
    "0444, 1:1, now, now, 5000 5000", // the owner needs no permission
    "0644, 0:0, 7,   now, 7 5000",
    "0644, 2:2, 7,   8,   EPERM",
    "0646, 2:2, 7,   8,   EPERM",
    "0646, 2:2, now, now, 5000 5000",
    "0664, 2:1, now, now, 5000 5000",
    "0644, 2:2, now, now, EACCES",
    "0646, 2:2, now, ,    EPERM", // only both at once are a write's times
    "0646, 2:2, ,    now, EPERM",
    "0646, 2:2, now, 8,   EPERM",
    "0644, 2:2, ,    ,    1000 1000"
  })
  void changeTimes(
      String mode,
      String caller,
      @Nullable String accessed,
      @Nullable String modified,
      String expected) {
    Attributes old = entry(FileType.REGULAR, Integer.parseInt(mode, 8));
    AttributeChange change = AttributeChange.ofTimes(time(accessed), time(modified));
    ErrorCode refused = AttributeRules.refuse(old, null, change, caller(caller));
    if (refused != null) {
      assertThat(refused).hasToString(expected);
      return;
    }
    Attributes changed = AttributeRules.apply(old, change, caller(caller), NOW);
    assertThat(changed.accessedNanos() + " " + changed.modifiedNanos()).isEqualTo(expected);
    assertThat(changed.mode()).isEqualTo(old.mode());
  }

  /** truncate(2) needs write permission; the superuser's writes keep set-id bits. */
  @ParameterizedTest
  @CsvSource({
    "REGULAR,      0644,  1:1, 20, 0644 20",
    "REGULAR,      0444,  1:1, 20, EACCES",
    "REGULAR,      0444,  0:0, 20, 0444 20",
    "REGULAR,      0646,  2:2, 0,  0646 0",
    "REGULAR,      0644,  2:1, 0,  EACCES",
    "REGULAR,      06777, 2:2, 5,  0777 5",
    "REGULAR,      06777, 1:1, 5,  0777 5",
    "REGULAR,      06767, 1:1, 5,  2767 5", // no program that runs as the group
    "REGULAR,      06767, 2:2, 5,  0767 5", // but the caller could not have set it
    "REGULAR,      06777, 0:0, 5,  6777 5",
    "DIRECTORY,    0777,  1:1, 5,  EISDIR",
    "DIRECTORY,    0000,  2:2, -1, EISDIR",
    "FIFO,         0777,  1:1, 5,  EINVAL",
    "SYMLINK,      0777,  1:1, 5,  EINVAL",
    "BLOCK_DEVICE, 0777,  1:1, 5,  EINVAL",
    "REGULAR,      0644,  1:1, -1, EINVAL",
    "REGULAR,      0644,  2:2, -1, EINVAL",
    "REGULAR,      0644,  1:1, 1152921504606846976, 0644 1152921504606846976",
    "REGULAR,      0644,  1:1, 1152921504606846977, EFBIG"
  })
  void changeSize(FileType type, String mode, String caller, long size, String expected) {
    Attributes old = entry(type, Integer.parseInt(mode, 8));
    AttributeChange change = AttributeChange.ofSize(size);
    ErrorCode refused = AttributeRules.refuse(old, null, change, caller(caller));
    if (refused != null) {
      assertThat(refused).hasToString(expected);
      return;
    }
    Attributes changed = AttributeRules.apply(old, change, caller(caller), NOW);
    assertThat("%04o %d".formatted(changed.mode(), changed.size())).isEqualTo(expected);
    assertThat(changed.modifiedNanos()).isEqualTo(NOW);
    assertThat(changed.changedNanos()).isEqualTo(NOW);
    assertThat(changed.accessedNanos()).isEqualTo(BEFORE);
  }

  @Test
  void symbolicLinksHaveNoMode() {
    assertThat(
            AttributeRules.refuse(
                entry(FileType.SYMLINK, 0777), null, AttributeChange.ofMode(0600), Caller.ROOT))
        .isEqualTo(ErrorCode.EOPNOTSUPP);
  }

  @Test
  void accessListControlsWriting() {
    Attributes file = entry(FileType.REGULAR, 0660);
    Acl acl = new Acl(0, List.of(new Acl.Named(2, 6)), 4, List.of(), 0, 0);
    AttributeChange truncate = AttributeChange.ofSize(0);
    AttributeChange touch = AttributeChange.ofTimes(TimeChange.NOW, TimeChange.NOW);
    for (AttributeChange change : List.of(truncate, touch)) {
      assertThat(AttributeRules.refuse(file, acl, change, caller("2:2"))).isNull();
      assertThat(AttributeRules.refuse(file, acl, change, caller("3:1")))
          .isEqualTo(ErrorCode.EACCES);
      assertThat(AttributeRules.refuse(file, null, change, caller("3:1"))).isNull();
    }
  }

  @Test
  void emptyChangeUpdatesNoTime() {
    Attributes old = entry(FileType.REGULAR, 06755);
    AttributeChange nothing = AttributeChange.ofTimes(null, null);
    assertThat(AttributeRules.refuse(old, null, nothing, caller("2:2"))).isNull();
    assertThat(AttributeRules.apply(old, nothing, caller("2:2"), NOW)).isEqualTo(old);
  }

  @ParameterizedTest
  @CsvSource({"0:0, 6755 2:3 7 8 9", "1:1, EPERM", "2:2, EPERM"})
  void onlyTheSuperuserRestores(String caller, String expected) {
    Attributes old = entry(FileType.REGULAR, 0644);
    AttributeChange change = AttributeChange.restoring(06755, 2, 3, 7, 8, 9);
    ErrorCode refused = AttributeRules.refuse(old, null, change, caller(caller));
    if (refused != null) {
      assertThat(refused).hasToString(expected);
      return;
    }
    Attributes restored = AttributeRules.apply(old, change, caller(caller), NOW);
    assertThat(
            "%o %d:%d %d %d %d"
                .formatted(
                    restored.mode(),
                    restored.uid(),
                    restored.gid(),
                    restored.accessedNanos(),
                    restored.modifiedNanos(),
                    restored.changedNanos()))
        .isEqualTo(expected);
  }

  private static @Nullable TimeChange time(@Nullable String text) {
    return text == null
        ? null
        : text.equals("now") ? TimeChange.NOW : TimeChange.to(Long.parseLong(text));
  }
}
