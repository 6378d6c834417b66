package io.gigafs.protocol;

/** The attributes of an entry after the operation. */
public record EntryResult(FileAttributes attributes) implements Result {
  public static final Codec<EntryResult> CODEC =
      Codec.of(EntryResult.class, Elements.ATTRIBUTES)
          .byHand(EntryResult::write, EntryResult::read);

  void write(WireWriter out) {
    out.attributes(attributes);
  }

  static EntryResult read(WireReader in) {
    return new EntryResult(in.attributes());
  }
}
