package io.gigafs.tablefs.schema;

import java.util.UUID;

/** The values of the rows in meta. */
public final class MetaValue {
  private MetaValue() {}

  /** A write of a generation of staged rows. */
  public record Committed(long generation, long number) {}

  public static void encodeNumber(long value, ValueWriter to) {
    to.writeVarint(value);
  }

  public static long decodeNumber(ValueReader from) {
    long value = from.readVarint();
    from.finish();
    return value;
  }

  public static void encodeId(UUID id, ValueWriter to) {
    to.writeLong(id.getMostSignificantBits());
    to.writeLong(id.getLeastSignificantBits());
  }

  public static UUID decodeId(ValueReader from) {
    UUID id = new UUID(from.readLong(), from.readLong());
    from.finish();
    return id;
  }

  public static void encodeCommitted(Committed write, ValueWriter to) {
    to.writeLong(write.generation());
    to.writeLong(write.number());
  }

  public static Committed decodeCommitted(ValueReader from) {
    Committed write = new Committed(from.readLong(), from.readLong());
    from.finish();
    return write;
  }
}
