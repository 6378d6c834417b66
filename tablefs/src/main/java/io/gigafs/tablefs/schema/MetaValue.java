package io.gigafs.tablefs.schema;

import java.util.UUID;

/** The values of the rows in meta. */
public final class MetaValue {
  private MetaValue() {}

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
}
