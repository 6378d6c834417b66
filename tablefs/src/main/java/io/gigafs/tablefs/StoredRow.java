package io.gigafs.tablefs;

/**
 * A row of an entry as it is stored, for another store of the same format.
 *
 * @param family the name of its column family
 */
@SuppressWarnings("ArrayRecordComponent") // carried from store to store, never compared
public record StoredRow(String family, byte[] key, byte[] value) {
  /** How many bytes it takes about, wherever it is kept. */
  public int bytes() {
    return key.length + value.length;
  }
}
