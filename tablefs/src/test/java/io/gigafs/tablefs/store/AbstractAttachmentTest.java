package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.commit;
import static io.gigafs.tablefs.store.Fixture.file;
import static io.gigafs.tablefs.store.Fixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.Attached;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.engine.rocksdb.NativeHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests rows attached to entries: extended attributes, open state and inline bytes. Subclasses open
 * the store over one engine each.
 */
abstract class AbstractAttachmentTest {
  private static final EntryKey KEY = key(7, 3, "name");
  private static final EntryKey LONGER = key(7, 3, "names");
  private static final EntryKey OTHER = key(7, 9, "other");

  @TempDir Path directory;
  private Store store;

  /** Opens the store of this test. Called only while the store is closed. */
  abstract Store open();

  @BeforeEach
  void openStore() {
    store = open();
  }

  @AfterEach
  void closeStore() {
    store.close();
    assertThat(NativeHandles.open()).as("open native handles").isZero();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte @Nullable [] bytes) {
    return bytes == null ? "none" : new String(bytes, StandardCharsets.UTF_8);
  }

  private static void put(Batch batch, EntryKey key, String label, String value) {
    batch.putAttached(Attachment.XATTR, key, bytes(label), bytes(value));
  }

  private static List<String> all(Batch batch, EntryKey key) {
    return batch.attached(Attachment.XATTR, key).stream()
        .map(row -> text(row.label()) + "=" + text(row.value()))
        .toList();
  }

  private void putAll() {
    commit(
        store,
        batch -> {
          batch.putEntry(KEY, file(1));
          batch.putInline(KEY, bytes("contents"));
          put(batch, KEY, "user.b", "2");
          put(batch, KEY, "user.a", "1");
          put(batch, LONGER, "user.c", "3");
          batch.putAttached(Attachment.HOLD, KEY, bytes("session"), bytes("open"));
        });
  }

  @Test
  void rowsOfOneEntryAreReadInLabelOrder() {
    putAll();
    Batch batch = store.newBatch();
    assertThat(all(batch, KEY)).containsExactly("user.a=1", "user.b=2");
    assertThat(all(batch, LONGER)).containsExactly("user.c=3");
    assertThat(text(batch.getAttached(Attachment.XATTR, KEY, bytes("user.b")))).isEqualTo("2");
    assertThat(batch.getAttached(Attachment.XATTR, KEY, bytes("user"))).isNull();
    assertThat(text(batch.getInline(KEY))).isEqualTo("contents");
    assertThat(batch.getInline(LONGER)).isNull();
  }

  @Test
  void batchReadsItsOwnRowsBeforeTheStore() {
    putAll();
    Batch batch = store.newBatch();
    batch.deleteAttached(Attachment.XATTR, KEY, bytes("user.a"));
    put(batch, KEY, "user.b", "new");
    put(batch, KEY, "user.0", "first");
    batch.putInline(KEY, bytes("other"));
    assertThat(all(batch, KEY)).containsExactly("user.0=first", "user.b=new");
    assertThat(batch.getAttached(Attachment.XATTR, KEY, bytes("user.a"))).isNull();
    assertThat(text(batch.getInline(KEY))).isEqualTo("other");
    batch.clear();
    assertThat(all(batch, KEY)).containsExactly("user.a=1", "user.b=2");
    assertThat(text(batch.getInline(KEY))).isEqualTo("contents");
  }

  @Test
  void rangeDeletionDeletesAttachedRows() {
    putAll();
    Batch batch = store.newBatch();
    batch.deleteRange(new EntryRange(7, 0, 5));
    assertThat(all(batch, KEY)).isEmpty();
    assertThat(batch.getInline(KEY)).isNull();
    put(batch, KEY, "user.d", "4");
    assertThat(all(batch, KEY)).containsExactly("user.d=4");
    store.commit(batch);
    assertThat(all(store.newBatch(), KEY)).containsExactly("user.d=4");
  }

  @Test
  void fileDeletionDeletesAttachedRows() {
    putAll();
    commit(store, batch -> batch.deleteFile(KEY));
    Batch batch = store.newBatch();
    assertThat(batch.getEntry(KEY)).isNull();
    assertThat(batch.getInline(KEY)).isNull();
    assertThat(all(batch, KEY)).isEmpty();
    assertThat(batch.attached(Attachment.HOLD, KEY)).isEmpty();
    assertThat(all(batch, LONGER)).containsExactly("user.c=3");
  }

  @Test
  void moveCarriesRowsAndReplacesThoseOfTheTarget() {
    putAll();
    commit(
        store,
        batch -> {
          batch.putEntry(OTHER, file(2));
          put(batch, OTHER, "user.old", "gone");
          batch.moveFile(KEY, OTHER);
        });
    Batch batch = store.newBatch();
    assertThat(batch.getEntry(KEY)).isNull();
    assertThat(all(batch, KEY)).isEmpty();
    assertThat(batch.getEntry(OTHER)).isEqualTo(file(1));
    assertThat(text(batch.getInline(OTHER))).isEqualTo("contents");
    assertThat(all(batch, OTHER)).containsExactly("user.a=1", "user.b=2");
    assertThat(batch.attached(Attachment.HOLD, OTHER)).hasSize(1);
  }

  @Test
  void moveOntoItselfChangesNothing() {
    putAll();
    commit(store, batch -> batch.moveFile(KEY, KEY));
    assertThat(all(store.newBatch(), KEY)).containsExactly("user.a=1", "user.b=2");
  }

  @Test
  void moveOfMissingFileIsRefused() {
    Batch batch = store.newBatch();
    assertThatThrownBy(() -> batch.moveFile(OTHER, KEY))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void rangeScanReportsEntryNames() {
    putAll();
    List<String> found = new ArrayList<>();
    store.scanAttached(
        Attachment.XATTR,
        EntryRange.of(7),
        (entry, row) -> found.add(text(entry.name()) + ":" + text(row.label())));
    assertThat(found).containsExactly("name:user.a", "name:user.b", "names:user.c");
  }

  @Test
  void labelIsOneTo255BytesLong() {
    Batch batch = store.newBatch();
    assertThatThrownBy(() -> put(batch, KEY, "", "x")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> put(batch, KEY, "x".repeat(Attached.MAX_LABEL_BYTES + 1), "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
