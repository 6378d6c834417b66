package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.volume.DataLocation;
import org.junit.jupiter.api.Test;

/** Sharing, idle timeout and limit of open objects, by a clock that the test sets. */
class OpenObjectsTest {
  private final OpenObjects objects = new OpenObjects(volume -> Runnable::run, 2, 100);

  @Test
  void openObjectsAreShared() {
    OpenObject one = use("a");
    assertThat(use("a")).isSameAs(one);
    assertThat(objects.use(location("a"), true)).isNotSameAs(one);
  }

  @Test
  void recentlyUsedObjectsStayOpen() {
    OpenObject one = use("a");
    OpenObject alsoOne = use("a");
    assertThat(objects.release(one, 0)).isEmpty();
    assertThat(objects.takeIdle(1_000)).isEmpty();
    assertThat(objects.release(alsoOne, 1_000)).isEmpty();
    assertThat(objects.takeIdle(1_099)).isEmpty();
    assertThat(use("a")).isSameAs(one);
    assertThat(objects.release(one, 1_200)).isEmpty();
    assertThat(objects.takeIdle(1_300)).containsExactly(one);
    assertThat(objects.size()).isZero();
  }

  @Test
  void idleObjectsAreLimited() {
    OpenObject a = use("a");
    OpenObject b = use("b");
    OpenObject c = use("c");
    assertThat(objects.release(b, 1)).isEmpty();
    assertThat(objects.release(a, 2)).isEmpty();
    assertThat(objects.release(c, 3)).hasSize(1).doesNotContain(c);
    assertThat(objects.takeAllIdle(4)).hasSize(2);
  }

  private OpenObject use(String path) {
    return objects.use(location(path), false);
  }

  private static DataLocation location(String path) {
    return new DataLocation(1, path);
  }
}
