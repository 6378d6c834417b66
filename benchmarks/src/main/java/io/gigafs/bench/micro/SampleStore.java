package io.gigafs.bench.micro;

import io.gigafs.index.Name;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.store.Stores;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A store with the settings of servers, in its own directory, with a directory of empty files whose
 * names are numbered from 0.
 */
record SampleStore(Scratch scratch, Store store) implements AutoCloseable {
  private static final int FILES_PER_COMMIT = 1_000;

  static SampleStore open() throws IOException {
    return open(builder -> {});
  }

  private static SampleStore open(Consumer<StoreSettings.Builder> changes) throws IOException {
    Scratch scratch = Scratch.make();
    StoreSettings.Builder settings = StoreSettings.builder(scratch.path().resolve("store"));
    changes.accept(settings);
    return new SampleStore(scratch, Stores.open(settings.build()));
  }

  /** Creates a store with a number of files. */
  static SampleStore of(int files) throws IOException {
    SampleStore made = open();
    made.fill(files);
    return made;
  }

  /** Creates a store with a number of files and a row cache of a size in bytes. */
  static SampleStore of(int files, long rowCacheBytes) throws IOException {
    SampleStore made = open(settings -> settings.rowCacheBytes(rowCacheBytes));
    made.fill(files);
    return made;
  }

  private void fill(int files) {
    Batch batch = store.newBatch();
    for (int i = 0; i < files; i++) {
      Name name = SampleNames.name(i);
      batch.putEntry(SampleFiles.key(name), SampleFiles.stored(i));
      if (batch.size() == FILES_PER_COMMIT || i == files - 1) {
        store.commit(batch);
        batch.clear();
      }
    }
  }

  @Override
  public void close() throws IOException {
    store.close();
    scratch.close();
  }
}
