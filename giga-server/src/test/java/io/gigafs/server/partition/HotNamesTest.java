package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.Name;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Tests {@link HotNames} with sequences of lookups of hot, warm and other names. */
class HotNamesTest {
  private static final int LOOKUPS = 20_000;
  private static final Offset<Double> ABOUT = Offset.offset(0.05);
  private static final Name HOT = Name.of("hot");
  private static final Name WARM = Name.of("warm");

  private final HotNames names = new HotNames();
  private final SplittableRandom random = new SplittableRandom(1);

  private static Name other(int i) {
    return Name.of("n" + i);
  }

  private long counted() {
    return IntStream.range(0, HotNames.SIZE).filter(i -> names.name(i) != null).count();
  }

  @Test
  void noNameHasAShareAtFirst() {
    assertThat(names.share(HOT)).isZero();
    assertThat(counted()).isZero();
  }

  @Test
  void singleNameHasTheWholeShare() {
    for (int i = 0; i < LOOKUPS; i++) {
      names.met(HOT);
    }
    assertThat(names.share(HOT)).isEqualTo(1);
    assertThat(counted()).isEqualTo(1);
  }

  @Test
  void findsHotNamesAmongMany() {
    for (int i = 0; i < LOOKUPS; i++) {
      int dice = random.nextInt(10);
      names.met(dice < 5 ? HOT : dice < 8 ? WARM : other(random.nextInt(1_000)));
    }
    assertThat(names.share(HOT)).isCloseTo(0.5, ABOUT);
    assertThat(names.share(WARM)).isCloseTo(0.3, ABOUT);
  }

  /** Alternating clients must not be counted as a single client. */
  @Test
  void alternatingNamesHaveEqualShares() {
    for (int i = 0; i < LOOKUPS; i++) {
      names.met(other(i % HotNames.SIZE));
    }
    for (int i = 0; i < HotNames.SIZE; i++) {
      assertThat(names.share(other(i))).isCloseTo(1.0 / HotNames.SIZE, ABOUT);
    }
  }

  /** Counts that a name takes over from others do not count as its own. */
  @Test
  void manyEqualNamesHaveNoShare() {
    for (int i = 0; i < LOOKUPS; i++) {
      names.met(other(i % 500));
    }
    for (int i = 0; i < HotNames.SIZE; i++) {
      assertThat(names.share(i)).isLessThan(0.02);
    }
  }

  @Test
  void nameThatCoolsDownIsForgotten() {
    for (int i = 0; i < LOOKUPS; i++) {
      names.met(HOT);
    }
    for (int second = 0; second < 20; second++) {
      names.age();
      for (int i = 0; i < LOOKUPS / 20; i++) {
        names.met(WARM);
      }
    }
    assertThat(names.share(HOT)).isLessThan(0.01);
    assertThat(names.share(WARM)).isGreaterThan(0.99);
  }
}
