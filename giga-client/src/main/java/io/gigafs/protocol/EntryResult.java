package io.gigafs.protocol;

/** The attributes of an entry after the operation. */
public record EntryResult(FileAttributes attributes) implements Result {
  void write(WireWriter out) {
    out.attributes(attributes);
  }

  static EntryResult read(WireReader in) {
    return new EntryResult(in.attributes());
  }
}
