package io.gigafs.tablefs.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the table of a batch's entries with a map. The seed is in the test's name. */
class EntryRecordsTest {
  private static final int DIRECTORIES = 3;
  private static final int NAMES = 4_000;

  private final WriteRecords records = new WriteRecords();
  private final EntryRecords entries = new EntryRecords(records);
  private final Map<EntryKey, Integer> model = new HashMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void findsTheLastRecordOfEachEntry(long seed) {
    Random random = new Random(seed);
    for (int batch = 0; batch < 200; batch++) {
      int size = random.nextInt(10) == 0 ? random.nextInt(20_000) : random.nextInt(20);
      for (int i = 0; i < size; i++) {
        change(anyKey(random), random.nextInt(5) == 0);
        if (random.nextInt(5_000) == 0) {
          long directory = random.nextInt(DIRECTORIES);
          boolean isUpper = random.nextBoolean();
          removeIf(key -> key.directory() == directory && key.position() < 0 == isUpper);
        }
      }
      compare();
      clear();
    }
  }

  @Test
  void clearAfterGrowthRemovesAllEntries() {
    for (int i = 0; i < NAMES; i++) {
      change(key(1, i), false);
    }
    compare();
    for (int batch = 0; batch < 100; batch++) {
      clear();
      compare();
      change(key(1, batch), false);
      compare();
    }
  }

  private void change(EntryKey key, boolean isDeletion) {
    int place = records.bytes();
    if (isDeletion) {
      records.delete(Family.ENTRIES, key.encoded());
    } else {
      records.put(Family.ENTRIES, key.encoded(), new byte[place % 200]);
    }
    entries.put(key, place);
    model.put(key, place);
    assertThat(records.isPut(place)).isEqualTo(!isDeletion);
  }

  private void removeIf(Predicate<EntryKey> isRemoved) {
    entries.removeIf(isRemoved);
    model.keySet().removeIf(isRemoved);
  }

  private void clear() {
    records.clear();
    entries.clear();
    model.clear();
  }

  private void compare() {
    for (int directory = 0; directory < DIRECTORIES; directory++) {
      for (int i = 0; i < NAMES; i++) {
        EntryKey key = key(directory, i);
        int expected = model.getOrDefault(key, EntryRecords.NONE);
        if (entries.find(key) != expected) {
          assertThat(entries.find(key)).as("%s", key).isEqualTo(expected);
        }
      }
    }
  }

  private static EntryKey anyKey(Random random) {
    return key(random.nextInt(DIRECTORIES), random.nextInt(NAMES));
  }

  /** Returns keys of which some differ only in their names and some only in their positions. */
  private static EntryKey key(int directory, int number) {
    long position = (number / 4) * 0x9e3779b97f4a7c15L;
    String name = number % 4 == 0 ? "same" : "name" + number;
    return EntryKey.of(directory, position, name.getBytes(StandardCharsets.UTF_8));
  }
}
