package io.gigafs.tablefs.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests that ids and labels of column families are fixed, because stores depend on them. */
final class FamilyTest {
  @Test
  void numbersAndNamesAreFixed() {
    assertThat(Arrays.stream(Family.values()).map(family -> family.id() + " " + family.label()))
        .containsExactly(
            "1 entries",
            "2 inline",
            "3 xattrs",
            "4 holds",
            "5 partitions",
            "6 intents",
            "7 replies",
            "8 reclaim",
            "9 meta");
  }

  @Test
  void familyIsFoundByNumberAndName() {
    for (Family family : Family.values()) {
      assertThat(Family.ofId(family.id())).isSameAs(family);
      assertThat(Family.ofLabel(family.label())).isSameAs(family);
    }
    assertThatThrownBy(() -> Family.ofId(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Family.ofLabel("default")).hasMessageContaining("default");
  }
}
