package io.gigafs.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A copy of a name.
 *
 * @param copy null if there is none to be had
 */
public record CopyNameResult(@Nullable NameCopy copy) implements Result {
  public static final CopyNameResult REFUSED = new CopyNameResult(null);

  /**
   * What a look-up of the name needs to know.
   *
   * @param leaseMillis how long it stays true unless it is recalled, counted from before the
   *     request was sent
   * @param attributes of the file
   * @param directory says who may look up names
   */
  public record NameCopy(int leaseMillis, FileAttributes attributes, DirectoryFacts directory) {}

  void write(WireWriter out) {
    out.flag(copy != null);
    if (copy != null) {
      out.count(copy.leaseMillis()).attributes(copy.attributes());
      copy.directory().write(out);
    }
  }

  static CopyNameResult read(WireReader in) {
    return in.flag()
        ? new CopyNameResult(new NameCopy(in.count(), in.attributes(), DirectoryFacts.read(in)))
        : REFUSED;
  }
}
