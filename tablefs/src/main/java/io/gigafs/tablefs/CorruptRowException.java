package io.gigafs.tablefs;

/** A row whose key or value does not conform to the store's format. */
public final class CorruptRowException extends StoreException {
  private static final long serialVersionUID = 1L;

  private final String family;
  private final byte[] key;

  /**
   * A row that cannot be read.
   *
   * @param family name of the family on the disk
   * @param key of the row; owned by the exception from now on
   */
  public CorruptRowException(String family, byte[] key, String message, Throwable cause) {
    super(Kind.IO, message, cause);
    this.family = family;
    this.key = key;
  }

  /** Name of the row's family on the disk. */
  public String family() {
    return family;
  }

  /** The row's key, as it is stored. */
  public byte[] key() {
    return key.clone();
  }
}
