package io.gigafs.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.index.InodeId;
import org.junit.jupiter.api.Test;

/** Results as bytes of their own, which share a buffer only while they are made. */
class ResultEncoderTest {
  private static EntryResult result(int mode) {
    return new EntryResult(
        new FileAttributes(InodeId.of(3, 17), FileType.REGULAR, mode, 1, 2, 3, 4, 5, 6, 7, 8));
  }

  @Test
  void keepsWhatItGave() {
    byte[] first = Opcode.CREATE.encodeResult(result(0644));
    byte[] second = Opcode.CREATE.encodeResult(result(0600));
    assertThat(Opcode.CREATE.decodeResult(first)).isEqualTo(result(0644));
    assertThat(Opcode.CREATE.decodeResult(second)).isEqualTo(result(0600));
  }

  @Test
  void takesResultsOfAnyLength() {
    int[] outcomes = new int[10_000];
    long[] inodes = new long[outcomes.length];
    inodes[outcomes.length - 1] = -1;
    BulkCreateResult large = new BulkCreateResult(outcomes, inodes, null);
    for (int i = 0; i < 2; i++) {
      BulkCreateResult read =
          Opcode.BULK_CREATE.decodeResult(Opcode.BULK_CREATE.encodeResult(large));
      assertThat(read.outcomes()).isEqualTo(outcomes);
      assertThat(read.inodes()).isEqualTo(inodes);
      assertThat(Opcode.CREATE.decodeResult(Opcode.CREATE.encodeResult(result(0644))))
          .isEqualTo(result(0644));
    }
  }

  @Test
  void isFitForTheNextAfterOneThatHasNoEncoding() {
    assertThatThrownBy(() -> Opcode.CREATE.encodeResult(result(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Opcode.CREATE.decodeResult(Opcode.CREATE.encodeResult(result(0644))))
        .isEqualTo(result(0644));
  }
}
