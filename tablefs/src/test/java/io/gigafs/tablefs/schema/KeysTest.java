package io.gigafs.tablefs.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.NameOrder;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.StoredReply;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the encoding of keys and the bounds of key ranges. */
final class KeysTest {
  @Test
  void keysArePinned() {
    byte[] name = {'a'};
    EntryKey entry = EntryKey.of((3L << 48) | 2, NameOrder.byHash().position(name), name);
    assertThat(hex(entry.encoded())).isEqualTo("0003000000000002" + "f87269786d4c6367" + "61");
    assertThat(hex(Keys.partition(new PartitionKey(0x102, 3, 0xfffe))))
        .isEqualTo("0102" + "0000000000000003" + "fffe");
    assertThat(hex(Keys.intent(0xffff, -2))).isEqualTo("ffff" + "fffffffffffffffe");
    assertThat(hex(Keys.reply(new StoredReply.Key(1, 2, 3, 4))))
        .isEqualTo("0000000000000001" + "0002" + "0000000000000003" + "0000000000000004");
    assertThat(hex(Keys.ids(0x0a0b))).isEqualTo("696473" + "0a0b");
  }

  @Test
  void keysDecodeToTheirParts() {
    PartitionKey partition = new PartitionKey(65_535, -1, 65_535);
    assertThat(Keys.partition(Keys.partition(partition))).isEqualTo(partition);
    StoredReply.Key reply = new StoredReply.Key(-1, 65_535, Long.MIN_VALUE, 9);
    assertThat(Keys.reply(Keys.reply(reply))).isEqualTo(reply);
    assertThat(Keys.transaction(Keys.intent(1, -9))).isEqualTo(-9);
  }

  @Test
  void keyOfWrongLengthIsCorrupt() {
    assertThatThrownBy(() -> Keys.partition(new byte[3])).isInstanceOf(CorruptValueException.class);
    assertThatThrownBy(() -> Keys.entry(new byte[16])).isInstanceOf(CorruptValueException.class);
    assertThatThrownBy(() -> Keys.entry(new byte[272])).isInstanceOf(CorruptValueException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void slotOutOfBoundsIsRefused(int slot) {
    assertThatThrownBy(() -> Keys.ids(slot)).hasMessageContaining("slot");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -2, -1})
  void directoryRangeContainsOnlyItsKeys(long directory) {
    KeyRange range = Keys.entries(EntryRange.of(directory));
    byte[] longest = new byte[255];
    Arrays.fill(longest, (byte) 0xff);
    assertThat(range.contains(EntryKey.of(directory, 0, new byte[] {1}).encoded())).isTrue();
    byte[] last = EntryKey.of(directory, -1, longest).encoded();
    assertThat(range.contains(last)).isTrue();
    assertThat(range.contains(xattr(last, longest))).isTrue();
    assertThat(range.contains(EntryKey.of(directory + 1, 0, new byte[] {1}).encoded())).isFalse();
    assertThat(range.contains(EntryKey.of(directory - 1, -1, longest).encoded())).isFalse();
  }

  private static byte[] xattr(byte[] key, byte[] attribute) {
    byte[] all = Arrays.copyOf(key, key.length + 1 + attribute.length);
    System.arraycopy(attribute, 0, all, key.length + 1, attribute.length);
    return all;
  }

  @Test
  void intervalIncludesBothEnds() {
    KeyRange range = Keys.entries(new EntryRange(5, 0x10, 0x8000000000000000L));
    assertThat(range.contains(EntryKey.of(5, 0x10, new byte[] {1}).encoded())).isTrue();
    assertThat(range.contains(EntryKey.of(5, Long.MIN_VALUE, new byte[] {-1}).encoded())).isTrue();
    assertThat(range.contains(EntryKey.of(5, 0xf, new byte[] {-1}).encoded())).isFalse();
    assertThat(range.contains(EntryKey.of(5, Long.MIN_VALUE + 1, new byte[] {1}).encoded()))
        .isFalse();
  }

  @Test
  void slotRangeContainsItsRows() {
    for (int slot : new int[] {0, 255, 65_535}) {
      KeyRange range = Keys.slot(slot);
      assertThat(range.contains(Keys.intent(slot, 0))).isTrue();
      assertThat(range.contains(Keys.partition(new PartitionKey(slot, -1, 65_535)))).isTrue();
      assertThat(range.contains(Keys.intent((slot + 1) & 0xffff, 0))).isFalse();
    }
  }

  @Test
  void partitionRangeContainsItsReplies() {
    KeyRange range = Keys.replies(-1, 65_535);
    assertThat(range.contains(Keys.reply(new StoredReply.Key(-1, 65_535, -1, -1)))).isTrue();
    assertThat(range.contains(Keys.reply(new StoredReply.Key(-1, 65_534, -1, -1)))).isFalse();
  }

  @Test
  void restOfARangeStartsAfterAKey() {
    KeyRange range = Keys.slot(1);
    byte[] key = Keys.intent(1, 7);
    assertThat(range.after(key).contains(key)).isFalse();
    assertThat(range.after(key).contains(Keys.intent(1, 8))).isTrue();
    assertThat(range.after(Keys.intent(0, 7))).isSameAs(range);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
