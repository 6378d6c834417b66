package io.gigafs.tablefs;

/** A row whose key or value does not read as the store's format says. */
public final class CorruptRowException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final String family;
  private final byte[] key;

  /**
   * A row that cannot be read.
   *
   * @param family what the family is called on the disk
   * @param key the row's, which now belongs to the exception
   */
  public CorruptRowException(String family, byte[] key, String message, Throwable cause) {
    super(Kind.IO, message, cause);
    this.family = family;
    this.key = key;
  }

  /** What the row's family is called on the disk. */
  public String family() {
    return family;
  }

  /** The row's key, as it is stored. */
  public byte[] key() {
    return key.clone();
  }
}
