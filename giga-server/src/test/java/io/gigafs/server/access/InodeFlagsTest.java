package io.gigafs.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests {@link InodeFlags}: the effect of the flags append-only and immutable. */
class InodeFlagsTest {
  private static final Attributes PLAIN =
      new Attributes(99, FileType.REGULAR, 0644, 1, 1, 10, 1, 5, 5, 5, 0);
  private static final Attributes APPENDED = PLAIN.withMarks(Attributes.APPEND_ONLY);
  private static final Attributes FIXED = PLAIN.withMarks(Attributes.IMMUTABLE);

  @Test
  void flagsRestrictOpening() {
    assertThat(InodeFlags.refuseOpen(APPENDED, true, true, false)).isNull();
    assertThat(InodeFlags.refuseOpen(APPENDED, true, false, false)).isEqualTo(ErrorCode.EPERM);
    assertThat(InodeFlags.refuseOpen(APPENDED, true, true, true)).isEqualTo(ErrorCode.EPERM);
    assertThat(InodeFlags.refuseOpen(FIXED, true, true, false)).isEqualTo(ErrorCode.EPERM);
    assertThat(InodeFlags.refuseOpen(FIXED, false, false, false)).isNull();
    assertThat(InodeFlags.refuseOpen(PLAIN, true, false, true)).isNull();
  }

  @Test
  void flagsBlockAttributeChangesEvenByTheSuperuser() {
    List<AttributeChange> changes =
        List.of(
            AttributeChange.ofMode(0600),
            AttributeChange.ofOwner(7, null),
            AttributeChange.ofOwner(null, 7),
            AttributeChange.ofSize(3),
            AttributeChange.ofTimes(TimeChange.to(3), null));
    for (AttributeChange change : changes) {
      assertThat(AttributeRules.refuse(APPENDED, null, change, Caller.ROOT))
          .isEqualTo(ErrorCode.EPERM);
      assertThat(AttributeRules.refuse(FIXED, null, change, Caller.ROOT))
          .isEqualTo(ErrorCode.EPERM);
      assertThat(AttributeRules.refuse(PLAIN, null, change, Caller.ROOT)).isNull();
    }
    AttributeChange same =
        AttributeChange.ofOwner(AttributeChange.SAME_OWNER, AttributeChange.SAME_OWNER);
    assertThat(AttributeRules.refuse(FIXED, null, same, Caller.ROOT)).isEqualTo(ErrorCode.EPERM);
    assertThat(AttributeRules.refuse(APPENDED, null, same, Caller.ROOT)).isNull();
    assertThat(AttributeRules.refuse(APPENDED.withMode(04755), null, same, Caller.ROOT))
        .as("the set-uid bit would go")
        .isEqualTo(ErrorCode.EPERM);
    AttributeChange touch = AttributeChange.ofTimes(TimeChange.NOW, TimeChange.NOW);
    assertThat(AttributeRules.refuse(APPENDED, null, touch, Caller.ROOT)).isNull();
    assertThat(AttributeRules.refuse(FIXED, null, touch, Caller.ROOT)).isEqualTo(ErrorCode.EPERM);
  }

  @Test
  void onlyTheSuperuserSetsAndClearsFlags() {
    AttributeChange set = AttributeChange.ofFlags(FileAttributes.IMMUTABLE);
    AttributeChange clear = AttributeChange.ofFlags(0);
    assertThat(AttributeRules.refuse(PLAIN, null, set, new Caller(1, 1)))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(AttributeRules.refuse(PLAIN, null, set, Caller.ROOT)).isNull();
    assertThat(AttributeRules.refuse(FIXED, null, clear, Caller.ROOT)).isNull();
    Attributes fixed = AttributeRules.apply(PLAIN, set, Caller.ROOT, 9);
    assertThat(fixed.marks()).isEqualTo(Attributes.IMMUTABLE);
    assertThat(fixed.changedNanos()).isEqualTo(9);
    assertThat(AttributeRules.apply(fixed, clear, Caller.ROOT, 10).marks()).isZero();
  }

  @Test
  void flagsRestrictAddingAndRemovingNames() {
    DirectoryFacts plain = DirectoryFacts.of(InodeId.ROOT, 0755, 0, 0);
    DirectoryFacts appended = plain.withFlags(FileAttributes.APPEND_ONLY);
    DirectoryFacts fixed = plain.withFlags(FileAttributes.IMMUTABLE);
    assertThat(InodeFlags.refuseAdding(plain)).isNull();
    assertThat(InodeFlags.refuseRemoving(plain)).isNull();
    assertThat(InodeFlags.refuseAdding(appended)).isNull();
    assertThat(InodeFlags.refuseRemoving(appended)).isEqualTo(ErrorCode.EPERM);
    assertThat(InodeFlags.refuseAdding(fixed)).isEqualTo(ErrorCode.EPERM);
    assertThat(InodeFlags.refuseRemoving(fixed)).isEqualTo(ErrorCode.EPERM);
  }
}
