package io.gigafs.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** Tests for positions and ranges of positions. */
class PositionTest {
  private static final Position MIDDLE = new Position(Long.MIN_VALUE);

  @Test
  void positionsAreUnsigned() {
    assertThat(Position.FIRST).isLessThan(MIDDLE);
    assertThat(MIDDLE).isLessThan(Position.LAST);
    assertThat(new Position(Long.MAX_VALUE).next()).isEqualTo(MIDDLE);
    assertThat(MIDDLE).hasToString("8000000000000000");
  }

  @Test
  void lastPositionHasNoSuccessor() {
    assertThat(Position.LAST.isLast()).isTrue();
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(Position.LAST::next);
  }

  @Test
  void positionIsTheBitReversedHash() {
    Name name = Name.of("a");

    assertThat(name.position().hash()).isEqualTo(name.hash());
    assertThat(new Position(1).hash()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void rangeIncludesBothEnds() {
    PositionRange range = new PositionRange(new Position(Long.MAX_VALUE), MIDDLE);

    assertThat(range.contains(range.first())).isTrue();
    assertThat(range.contains(range.last())).isTrue();
    assertThat(range.contains(MIDDLE.next())).isFalse();
    assertThat(range.contains(Position.FIRST)).isFalse();
    assertThat(PositionRange.ALL.contains(Position.FIRST)).isTrue();
    assertThat(PositionRange.ALL.contains(Position.LAST)).isTrue();
  }

  @Test
  void rangeIsNeverEmpty() {
    assertThat(new PositionRange(MIDDLE, MIDDLE).contains(MIDDLE)).isTrue();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PositionRange(MIDDLE, Position.FIRST));
  }
}
