package io.gigafs.protocol.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.transaction.CommitStep.AdjustLinkCount;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests for the stored encoding of commit steps. */
class CommitStepTest {
  private static final CommitStep STEP =
      new AdjustLinkCount(AdjustLinkCount.Change.COMES, false, 7);

  @Test
  void decodeReturnsTheEncodedStep() {
    assertThat(CommitStep.decode(STEP.encode())).isEqualTo(STEP);
  }

  /** Older versions began with the kind and encoded their contents differently. */
  @Test
  void stepsOfOlderVersionsAreRejected() {
    byte[] encoded = STEP.encode();
    byte[] former = Arrays.copyOfRange(encoded, 1, encoded.length);
    assertThatThrownBy(() -> CommitStep.decode(former))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("another version");
  }
}
