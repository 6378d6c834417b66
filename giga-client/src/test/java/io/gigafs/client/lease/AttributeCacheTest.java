package io.gigafs.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings.AttributeCacheSettings;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.LookupResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests for the attribute cache: how long attributes are trusted, and what confirms, invalidates or
 * evicts them.
 */
class AttributeCacheTest {
  private static final long TRUSTED = Duration.ofMillis(500).toNanos();
  private static final DirectoryKey A = key("a");
  private static final DirectoryKey B = key("b");

  private final AtomicLong moments = new AtomicLong();
  private final AttributeCache files =
      new AttributeCache(new AttributeCacheSettings(100, Duration.ofMillis(500)), moments);

  private static DirectoryKey key(String name) {
    return new DirectoryKey(InodeId.ROOT, Name.of(name));
  }

  private static FileAttributes file(long id) {
    return new FileAttributes(new InodeId(id), FileType.REGULAR, 0644, 0, 0, 0, 1, 0, 0, 0, 0);
  }

  private void learn(DirectoryKey name, long id, long changes, long sentNanos) {
    learn(name, id, changes, moments.get(), sentNanos);
  }

  private void learn(DirectoryKey name, long id, long changes, long moment, long sentNanos) {
    files.learn(name, PartitionIndex.ZEROTH, file(id), changes, moment, moment, sentNanos);
  }

  private @Nullable FileAttributes at(long nanos, DirectoryKey name) {
    return files.get(name, nanos);
  }

  @Test
  void attributesAreTrustedForALimitedTimeFromTheRequest() {
    learn(A, 1, 7, 1_000);
    assertThat(at(1_000 + TRUSTED - 1, A)).isEqualTo(file(1));
    assertThat(at(1_000 + TRUSTED, A)).isNull();
    assertThat(at(1_000, B)).isNull();
  }

  @Test
  void answerAboutAnotherFileConfirmsAttributes() {
    learn(A, 1, 7, 0);
    learn(B, 2, 7, TRUSTED);
    assertThat(at(2 * TRUSTED - 1, A)).isEqualTo(file(1));
    learn(B, 2, 7, 5);
    assertThat(at(2 * TRUSTED - 1, A)).as("an earlier answer takes nothing away").isNotNull();
    learn(B, 2, 8, TRUSTED + 1);
    assertThat(at(2 * TRUSTED - 1, B)).isEqualTo(file(2));
    learn(B, 2, 8, 2 * TRUSTED);
    assertThat(at(2 * TRUSTED + 1, A)).as("it was learned under another number").isNull();
    learn(B, 2, 7, 3 * TRUSTED);
    assertThat(at(3 * TRUSTED + 1, A)).as("nor is that number's return its own").isNull();
  }

  @Test
  void newNameOfAFileInvalidatesItsOldName() {
    learn(A, 1, 7, 0);
    learn(B, 1, 8, TRUSTED);
    assertThat(at(TRUSTED, A)).isNull();
    assertThat(at(TRUSTED, B)).isEqualTo(file(1));
  }

  @Test
  void contradictionInvalidatesAllWithTheSameChangeCounter() {
    learn(A, 1, 7, 0);
    learn(B, 2, 7, 0);
    files.met(A, file(1));
    files.met(file(2));
    assertThat(at(0, A)).isNotNull();
    files.met(A, file(3));
    assertThat(at(0, A)).as("another file has the name").isNull();
    assertThat(at(0, B)).isNull();

    learn(A, 1, 8, 0);
    learn(B, 2, 8, 0);
    files.met(A);
    assertThat(at(0, A)).as("the name is not there").isNull();
    assertThat(at(0, B)).isNull();

    learn(A, 1, 9, 0);
    learn(B, 2, 9, 0);
    files.met(new FileAttributes(new InodeId(2), FileType.REGULAR, 0600, 0, 0, 5, 1, 0, 0, 0, 0));
    assertThat(at(0, B)).as("the file is otherwise").isNull();
    assertThat(at(0, A)).isNull();
  }

  @Test
  void changeOfTheInodeRecordInvalidatesTheName() {
    learn(A, 1, 7, 0);
    DirectoryKey own = new DirectoryKey(new InodeId(1), InodeId.FILE_NAME);
    files.endChange(own, files.beginChange(own));
    assertThat(at(0, A)).isNull();
  }

  @Test
  void createResultIsDroppedAfterAChangeThroughAHandle() {
    long moment = moments.get();
    long making = files.beginChange(A);
    InodeId file = new InodeId(1);
    files.endChange(file, files.beginChange(file));
    files.learn(A, PartitionIndex.ZEROTH, file(1), 7, files.endChange(A, making), moment, 0);
    assertThat(at(0, A)).isNull();
  }

  @Test
  void answerOfAnotherPartitionConfirmsNothing() {
    learn(A, 1, 7, 0);
    files.learn(B, new PartitionIndex(1), file(2), 7, moments.get(), moments.get(), TRUSTED);
    assertThat(at(TRUSTED, A)).isNull();
  }

  @Test
  void entriesExpireAfterTheMaximumAge() {
    learn(A, 1, 7, 0);
    long end = AttributeCache.MAX_NANOS;
    learn(B, 2, 7, end - 1);
    assertThat(at(end - 1, A)).isNotNull();
    assertThat(at(end, A)).isNull();
    assertThat(at(end, B)).isNotNull();
  }

  @Test
  void uncacheableAnswersAreNotCached() {
    learn(A, 1, LookupResult.NOT_TO_BE_KEPT, 0);
    assertThat(at(0, A)).isNull();
    AttributeCache off = new AttributeCache(AttributeCacheSettings.NONE, moments);
    off.learn(A, PartitionIndex.ZEROTH, file(1), 7, moments.get(), moments.get(), 0);
    assertThat(off.get(A, 0)).isNull();
    assertThat(off.isOn()).isFalse();
  }

  @Test
  void changeOfTheNameInvalidatesAttributes() {
    learn(A, 1, 7, 0);
    long moment = moments.get();
    long begun = files.beginChange(A);
    assertThat(at(0, A)).isNull();
    learn(A, 1, 7, 0);
    assertThat(at(0, A)).as("while it is changed").isNull();
    files.endChange(A, begun);
    assertThat(at(0, A)).isNull();
    learn(A, 1, 7, moment, 0);
    assertThat(at(0, A)).as("what was asked before").isNull();
    learn(A, 1, 7, 0);
    assertThat(at(0, A)).isNotNull();
  }

  @Test
  void changeOfTheFileInvalidatesItUnderAnyName() {
    learn(A, 1, 7, 0);
    long renamed = files.beginChange(A);
    files.endChange(A, renamed);
    learn(B, 1, 7, 0);
    long moment = moments.get();
    long begun = files.beginChange(new InodeId(1));
    assertThat(at(0, B)).isNull();
    learn(B, 1, 7, 0);
    assertThat(at(0, B)).isNull();
    files.endChange(new InodeId(1), begun);
    learn(B, 1, 7, moment, 0);
    assertThat(at(0, B)).isNull();
    learn(B, 1, 7, 0);
    assertThat(at(0, B)).isNotNull();
  }

  @Test
  void createResultIsCachedUnlessTheNameChangedMeanwhile() {
    long making = files.beginChange(A);
    learn(A, 1, 7, files.endChange(A, making), 0);
    assertThat(at(0, A)).isEqualTo(file(1));

    making = files.beginChange(A);
    long changing = files.beginChange(A);
    files.endChange(A, changing);
    learn(A, 1, 7, files.endChange(A, making), 0);
    assertThat(at(0, A)).as("a change within").isNull();

    changing = files.beginChange(A);
    making = files.beginChange(A);
    files.endChange(A, changing);
    learn(A, 1, 7, files.endChange(A, making), 0);
    assertThat(at(0, A)).as("a change that began before").isNull();

    making = files.beginChange(A);
    changing = files.beginChange(A);
    learn(A, 1, 7, files.endChange(A, making), 0);
    assertThat(at(0, A)).as("a change that goes on").isNull();
    files.endChange(A, changing);
    assertThat(at(0, A)).isNull();
  }

  @Test
  void namesAreEvictedWithTheirFiles() {
    for (int i = 0; i < 10_000; i++) {
      learn(key("f" + i), i + 1, 7, 0);
    }
    assertThat(files.names()).as("of files that had to go").isBetween(1, 100);
    learn(A, 20_000, 7, 0);
    int before = files.names();
    learn(B, 20_000, 7, 0);
    assertThat(files.names()).as("of a file that has another by now").isEqualTo(before);
    files.forget(new InodeId(20_000));
    assertThat(files.names()).as("of one that is forgotten").isEqualTo(before - 1);
  }

  @Test
  void concurrentEvictionLeavesNoOrphanedNames() throws Exception {
    int threads = 4;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int first = thread * 100_000;
        all.add(
            pool.submit(
                () -> {
                  for (int i = first; i < first + 50_000; i++) {
                    learn(key("f" + i), i + 1, 7, 0);
                  }
                }));
      }
      for (Future<?> each : all) {
        each.get(60, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    learn(A, 1_000_000, 7, 0);
    assertThat(files.names()).isBetween(1, 100);
  }
}
