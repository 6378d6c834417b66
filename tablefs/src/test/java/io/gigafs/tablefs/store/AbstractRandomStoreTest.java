package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.entries;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.schema.RandomValues;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs thousands of random steps on a store and compares each result with a sorted map. The seed is
 * in the test's name.
 */
abstract class AbstractRandomStoreTest {
  private static final int STEPS = 4_000;
  private static final int DIRECTORIES = 3;

  @TempDir Path directory;

  private final NavigableMap<EntryKey, Attributes> model = new TreeMap<>();
  private Random random = new Random(0);
  private RandomValues values = new RandomValues(random);

  /** Opens the store of this test. Called only while the store is closed. */
  abstract Store open();

  @ParameterizedTest
  @ValueSource(longs = {101, 102, 103})
  void behavesAsASortedMap(long seed) {
    random = new Random(seed);
    values = new RandomValues(random);
    Store store = open();
    try {
      for (int step = 0; step < STEPS; step++) {
        int dice = random.nextInt(1_000);
        if (dice < 5) {
          store.close();
          store = open();
        } else if (dice < 15) {
          move(store, step);
        } else {
          commitBatch(store);
        }
        if (step % 40 == 0) {
          compare(store, "step " + step);
        }
      }
      compare(store, "the end");
    } finally {
      store.close();
    }
  }

  private void commitBatch(Store store) {
    Batch batch = store.newBatch();
    for (int i = random.nextInt(6); i >= 0; i--) {
      EntryKey key = anyKey();
      if (random.nextInt(4) == 0) {
        List<EntryKey> ahead =
            Stream.concat(Stream.of(key), Stream.generate(this::anyKey).limit(random.nextInt(40)))
                .toList();
        batch.readAhead(ahead, random.nextBoolean());
        for (EntryKey other : ahead) {
          assertThat(batch.getEntry(other)).isEqualTo(model.get(other));
        }
      }
      assertThat(batch.getEntry(key)).isEqualTo(model.get(key));
      int dice = random.nextInt(100);
      if (dice < 2) {
        EntryRange range = anyRange();
        batch.deleteRange(range);
        in(range).clear();
      } else if (dice < 40) {
        batch.deleteEntry(key);
        model.remove(key);
      } else {
        Attributes attributes = values.attributes();
        batch.putEntry(key, attributes);
        model.put(key, attributes);
      }
    }
    store.commit(batch);
  }

  /** Extracts a range, changes the store and installs the range again. */
  private void move(Store store, int step) {
    EntryRange range = anyRange();
    Map<EntryKey, Attributes> before = new LinkedHashMap<>(in(range));
    List<RangeFile> files = store.extract(range, directory.resolve("out" + step)).files();
    if (random.nextBoolean()) {
      commitBatch(store);
    }
    if (random.nextBoolean()) {
      Batch batch = store.newBatch();
      batch.deleteRange(range);
      store.commit(batch);
    }
    store.install(range, files);
    in(range).clear();
    model.putAll(before);
  }

  private void compare(Store store, String when) {
    for (long id = 0; id < DIRECTORIES; id++) {
      EntryRange range = new EntryRange(id, 0, -1);
      assertThat(entries(store, range)).as(when).containsExactlyEntriesOf(in(range));
      assertThat(store.countEntries(range).entries()).as(when).isEqualTo(in(range).size());
    }
    EntryRange range = anyRange();
    assertThat(entries(store, range)).as(when).containsExactlyEntriesOf(in(range));
    EntryKey key = anyKey();
    assertThat(store.getEntry(key)).as(when).isEqualTo(model.get(key));
  }

  private Map<EntryKey, Attributes> in(EntryRange range) {
    EntryKey first = EntryKey.of(range.directory(), range.first(), new byte[] {1});
    NavigableMap<EntryKey, Attributes> tail = model.tailMap(first, true);
    return range.last() == -1
        ? tail.headMap(EntryKey.of(range.directory() + 1, 0, new byte[] {1}), false)
        : tail.headMap(EntryKey.of(range.directory(), range.last() + 1, new byte[] {1}), false);
  }

  private EntryRange anyRange() {
    long one = anyPosition();
    long two = anyPosition();
    return Long.compareUnsigned(one, two) <= 0
        ? new EntryRange(random.nextInt(DIRECTORIES), one, two)
        : new EntryRange(random.nextInt(DIRECTORIES), two, one);
  }

  private EntryKey anyKey() {
    byte[] name = new byte[1 + random.nextInt(random.nextInt(20) == 0 ? 255 : 2)];
    for (int i = 0; i < name.length; i++) {
      name[i] = (byte) (random.nextBoolean() ? 0xff : '0' + random.nextInt(3));
      name[i] = name[i] == '/' ? 1 : name[i];
    }
    return EntryKey.of(random.nextInt(DIRECTORIES), anyPosition(), name);
  }

  /**
   * Returns one of few positions, so that keys collide. Both ends and both signs are among them.
   */
  private long anyPosition() {
    long position = (long) random.nextInt(32) << 59;
    return random.nextBoolean() ? position : position - 1;
  }
}
