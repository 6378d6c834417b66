package io.gigafs.tablefs.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every store does, whatever the engine. */
abstract class AbstractStoreTest {
  @TempDir Path directory;
  private Store store;

  abstract Store open();

  @BeforeEach
  void openStore() {
    store = open();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  @Test
  void smoke() {
    Batch batch = store.newBatch();
    EntryKey key = EntryKey.of(7, -3, "name".getBytes(StandardCharsets.UTF_8));
    Attributes file = new Attributes(5, FileType.REGULAR, 0644, 1000, 1000, 0, 1, 9, 9, 9, 0);
    assertThat(batch.getEntry(key)).isNull();
    batch.putEntry(key, file);
    assertThat(batch.getEntry(key)).isEqualTo(file);
    assertThat(store.getEntry(key)).isNull();
    store.commit(batch);
    assertThat(store.getEntry(key)).isEqualTo(file);
    var files = store.extract(EntryRange.of(7), directory.resolve("out"));
    batch.clear();
    batch.deleteRange(EntryRange.of(7));
    assertThat(batch.getEntry(key)).isNull();
    store.commit(batch);
    assertThat(store.countEntries(EntryRange.of(7)).entries()).isEqualTo(0);
    store.install(EntryRange.of(7), files);
    assertThat(store.countEntries(EntryRange.of(7)).entries()).isEqualTo(1);
    assertThat(store.reserveIds(3, 10)).isEqualTo(16);
    assertThat(store.reserveIds(3, 10)).isEqualTo(26);
    store.close();
    store = open();
    assertThat(store.getEntry(key)).isEqualTo(file);
    assertThat(store.reserveIds(3, 10)).isEqualTo(36);
  }
}
