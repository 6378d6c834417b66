package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.commit;
import static io.gigafs.tablefs.store.Fixture.file;
import static io.gigafs.tablefs.store.Fixture.key;
import static io.gigafs.tablefs.store.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exits processes that have a RocksDB store open, and checks the store that they leave. */
final class KilledProcessTest {
  private static final int ROUNDS = 3;
  private static final int HALTED = 37;
  private static final byte[] OPENED = {1};

  @TempDir Path directory;

  @Test
  void acknowledgedWritesSurviveProcessKill() throws Exception {
    Path path = directory.resolve("store");
    for (int round = 0; round < ROUNDS; round++) {
      try (TestProcess child = TestProcess.start(Writer.class, path)) {
        assertThat(child.readLine()).isEqualTo("acknowledged");
        assertThat(child.waitFor()).isEqualTo(HALTED);
      }
    }
    try (Store store = Stores.open(StoreSettings.of(path))) {
      assertThat(store.reserveIds(1, 1)).isEqualTo(Store.FIRST_ID + 10 * ROUNDS);
      assertThat(store.countEntries(EntryRange.of(7)).entries()).isEqualTo(ROUNDS);
      assertThat(store.countEntries(EntryRange.of(8)).entries()).isEqualTo(1);
      Batch batch = store.newBatch();
      assertThat(batch.getAttached(Attachment.HOLD, key(8, 2, "open"), OPENED)).isEqualTo(OPENED);
      assertThat(batch.attached(Attachment.HOLD, key(8, 2, "closed"))).isEmpty();
    }
  }

  /** Reserves ids, writes and installs rows, and exits without closing the store. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws IOException {
      Path path = Path.of(arguments[0]);
      Store store = Stores.open(StoreSettings.of(path));
      long id = store.reserveIds(1, 10);
      put(store, key(7, id, "name"), file(id));
      put(store, key(8, 1, "name"), file(id));
      EntryRange range = EntryRange.of(8);
      List<RangeFile> files = store.extract(range, path.resolveSibling("out" + id)).files();
      put(store, key(8, 2, "replaced"), file(id));
      store.install(range, files);
      commit(store, batch -> batch.putAttached(Attachment.HOLD, key(8, 2, "open"), OPENED, OPENED));
      EntryKey closed = key(8, 2, "closed");
      commit(store, batch -> batch.putAttached(Attachment.HOLD, closed, OPENED, OPENED));
      commit(store, batch -> batch.deleteAttached(Attachment.HOLD, closed, OPENED));
      TestProcess.say("acknowledged");
      Runtime.getRuntime().halt(HALTED);
    }
  }
}
