package io.gigafs.bench.micro;

import io.gigafs.index.Name;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Numbered names of a length, as programs generate them: {@code xxxx0000000123}. */
final class SampleNames {
  /** The length of the names in the papers' experiments. */
  static final int USUAL_BYTES = 14;

  private SampleNames() {}

  /** The bytes of a name, which ends with the digits. */
  static byte[] bytes(long number, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) 'x');
    long rest = number;
    for (int i = length - 1; i >= Math.max(0, length - 10); i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return bytes;
  }

  static Name name(long number) {
    return Name.of(bytes(number, USUAL_BYTES));
  }

  /** The first names. */
  static List<Name> names(int count) {
    List<Name> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(name(i));
    }
    return names;
  }
}
