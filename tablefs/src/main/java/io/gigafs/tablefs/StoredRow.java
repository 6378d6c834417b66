package io.gigafs.tablefs;

/**
 * A row of an entry as it is stored, for another store of the same format.
 *
 * @param family the name of its column family
 */
@SuppressWarnings("ArrayRecordComponent") // transferred from store to store, never compared
public record StoredRow(String family, byte[] key, byte[] value) {
  /** Approximate size. */
  public int bytes() {
    return key.length + value.length;
  }
}
