package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Calls of a volume are limited, so that a hung volume blocks only its own callers. */
class VolumeLinesTest {
  private final Queue<Runnable> begun = new ArrayDeque<>();
  private final VolumeLines lines = new VolumeLines(begun::add, 2);
  private final List<String> done = new ArrayList<>();

  private void submit(int volume, String name) {
    lines.of(volume).execute(() -> done.add(name));
  }

  @Test
  void hungVolumeBlocksOnlyItsOwnCallers() {
    for (String name : List.of("a", "b", "c", "d")) {
      submit(1, name);
    }
    submit(2, "other");
    assertThat(begun).hasSize(3);

    List<Runnable> hanging = List.of(begun.remove(), begun.remove());
    begun.remove().run();
    assertThat(done).containsExactly("other");
    assertThat(begun).isEmpty();

    hanging.get(0).run();
    assertThat(begun).hasSize(1);
    begun.remove().run();
    hanging.get(1).run();
    begun.remove().run();
    assertThat(done).containsExactly("other", "a", "c", "b", "d");
    assertThat(begun).isEmpty();
    submit(1, "e");
    submit(1, "f");
    assertThat(begun).hasSize(2);
  }

  @Test
  void failedCallsFreeTheirThread() {
    for (int i = 0; i < 3; i++) {
      lines
          .of(1)
          .execute(
              () -> {
                throw new IllegalStateException("planned");
              });
    }
    submit(1, "next");
    int failures = 0;
    while (!begun.isEmpty()) {
      try {
        begun.remove().run();
      } catch (IllegalStateException e) {
        failures++;
      }
    }
    assertThat(failures).isEqualTo(3);
    assertThat(done).containsExactly("next");
  }
}
