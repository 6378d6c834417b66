package io.gigafs.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.access.Acl.Named;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the encodings of access control lists in the store and in Linux, and their permission bits.
 */
final class AclTest {
  private static final Acl PINNED = new Acl(7, List.of(new Named(1000, 5)), 5, List.of(), 5, 0);

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void encodingsAreReadAsWritten(long seed) {
    RandomAcls acls = new RandomAcls(new Random(seed), 6);
    for (int i = 0; i < 1_000; i++) {
      Acl acl = acls.next();
      assertThat(Acl.decode(acl.encode())).isEqualTo(acl);
      assertThat(AclXattr.decode(AclXattr.encode(acl))).isEqualTo(acl);
      Acl beside = acl.besideMode();
      assertThat(beside == null ? Acl.ofMode(acl.mode()) : beside.withMode(acl.mode()))
          .isEqualTo(acl);
      DirectoryAcls both = new DirectoryAcls(beside, i % 2 == 0 ? null : acl);
      assertThat(DirectoryAcls.decode(both.encode())).isEqualTo(both);
      byte[] encoded = acl.encode();
      byte[] cut = Arrays.copyOf(encoded, new Random(i).nextInt(encoded.length));
      assertThatThrownBy(() -> Acl.decode(cut)).isInstanceOf(IllegalArgumentException.class);
      byte[] longer = Arrays.copyOf(encoded, encoded.length + 1);
      assertThatThrownBy(() -> Acl.decode(longer)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** Documented in docs/key-schema.md. */
  @Test
  void storeEncodingIsPinned() {
    assertThat(PINNED).hasToString("u::rwx,u:1000:r-x,g::r-x,m::r-x,o::---");
    assertThat(PINNED.encode()).isEqualTo(hex("af28 0001 05 000003e8 0000"));
  }

  /** The output of getfattr after setfacl -m u:1000:rx on a file of mode 0750. */
  @Test
  void xattrEncodingIsPinned() {
    assertThat(AclXattr.encode(PINNED))
        .isEqualTo(
            hex(
                "02000000 0100 0700 ffffffff 0200 0500 e8030000 0400 0500 ffffffff"
                    + " 1000 0500 ffffffff 2000 0000 ffffffff"));
  }

  @Test
  void namedEntriesMayComeInAnyOrder() {
    String owner = "0100 0700 ffffffff";
    String rest = "0400 0500 ffffffff 1000 0500 ffffffff 2000 0000 ffffffff";
    byte[] value =
        hex("02000000" + owner + "0200 0500 ffffff7f 0200 0400 00000080 0200 0300 01000000" + rest);
    Acl acl = Objects.requireNonNull(AclXattr.decode(value));
    assertThat(acl.users())
        .containsExactly(
            new Named(1, 3), new Named(Integer.MAX_VALUE, 5), new Named(Integer.MIN_VALUE, 4));
  }

  /** Each entry is tag, permissions and id; the version precedes the entries. */
  @ParameterizedTest
  @CsvSource({
    "'01:7 04:5 20:0',           true",
    "'01:7 04:5 10:7 20:0',      true",
    "'01:7 02:5:1 04:5 10:7 20:0',        true",
    "'01:7 04:5 08:5:1 10:7 20:0',        true",
    "'01:7 02:5:1 04:5 08:5:1 10:7 20:0', true",
    "'',                         false", // no entries, but bytes behind them
    "'04:5 20:0',                false",
    "'01:7 20:0',                false",
    "'01:7 04:5',                false",
    "'01:7 01:7 04:5 20:0',      false",
    "'01:7 04:5 04:5 20:0',      false",
    "'01:7 04:5 20:0 20:0',      false",
    "'01:7 04:5 10:7 10:7 20:0', false",
    "'04:5 01:7 20:0',           false",
    "'01:7 04:5 20:0 10:7',      false",
    "'01:7 04:5 02:5:1 10:7 20:0',        false",
    "'01:7 08:5:1 04:5 10:7 20:0',        false",
    "'01:7 02:5:1 04:5 20:0',    false", // no mask
    "'01:7 04:5 08:5:1 20:0',    false",
    "'01:7 02:5:1 02:6:1 04:5 10:7 20:0', false", // twice
    "'01:7 04:5 08:5:1 08:6:1 10:7 20:0', false",
    "'01:8 04:5 20:0',           false",
    "'01:7 04:5 20:9',           false",
    "'01:7 02:8:1 04:5 10:7 20:0',        false",
    "'01:7 04:5 20:0 40:1',      false"
  })
  void onlyWellFormedListsAreDecoded(String entries, boolean expected) {
    StringBuilder value = new StringBuilder("02000000");
    for (String entry : entries.split(" ", -1)) {
      String[] parts = entry.split(":", -1);
      value.append(parts[0]).append("00");
      if (parts.length > 1) {
        value.append("0").append(parts[1]).append("00");
        value.append(parts.length > 2 ? "0" + parts[2] + "000000" : "ffffffff");
      }
    }
    byte[] bytes = hex(value.toString());
    if (expected) {
      assertThat(AclXattr.decode(bytes)).isNotNull();
    } else {
      assertThatThrownBy(() -> AclXattr.decode(bytes)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void emptyListDecodesToNull() {
    assertThat(AclXattr.decode(new byte[0])).isNull();
    assertThat(AclXattr.decode(hex("02000000"))).isNull();
    assertThat(AclXattr.hasOtherVersion(hex("02000000"))).isFalse();
    assertThat(AclXattr.hasOtherVersion(hex("01000000"))).isTrue();
    assertThat(AclXattr.hasOtherVersion(hex("0200"))).isFalse();
    assertThatThrownBy(() -> AclXattr.decode(hex("0200")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void numberOfNamedEntriesIsLimited() {
    List<Named> most = new ArrayList<>();
    for (int id = 0; id < Acl.MAX_NAMED; id++) {
      most.add(new Named(id, 4));
    }
    Acl longest = new Acl(7, most, 7, List.of(), 7, 7);
    assertThat(Acl.decode(longest.encode())).isEqualTo(longest);
    assertThat(AclXattr.minNamed(AclXattr.encode(longest))).isEqualTo(Acl.MAX_NAMED);
    assertThatThrownBy(() -> new Acl(7, most, 7, List.of(new Named(1, 1)), 7, 7))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** chmod(2) changes the mask if there is one; the named entries and the owning group stay. */
  @Test
  void chmodChangesTheMask() {
    assertThat(PINNED.mode()).isEqualTo(0750);
    assertThat(PINNED.withMode(06704)).hasToString("u::rwx,u:1000:r-x,g::r-x,m::---,o::r--");
    assertThat(Acl.ofMode(0750).withMode(0704)).isEqualTo(Acl.ofMode(0704));
    assertThat(Acl.ofMode(0754).mode()).isEqualTo(0754);
    assertThat(Acl.ofMode(0754).besideMode()).isNull();
  }
}
