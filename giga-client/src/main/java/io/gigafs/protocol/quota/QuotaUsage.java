package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.INT64;

import io.gigafs.protocol.Codec;

/**
 * An amount of a quota, used or available. A difference may be negative.
 *
 * @param entries names of any kind
 * @param bytes the sum of the sizes of regular files
 */
public record QuotaUsage(long entries, long bytes) {
  static final Codec<QuotaUsage> CODEC = Codec.of(QuotaUsage.class, INT64, INT64);

  public static final QuotaUsage NOTHING = new QuotaUsage(0, 0);

  /** One name of a file without bytes. */
  public static final QuotaUsage ENTRY = new QuotaUsage(1, 0);

  public QuotaUsage plus(QuotaUsage other) {
    return new QuotaUsage(entries + other.entries, bytes + other.bytes);
  }

  public QuotaUsage minus(QuotaUsage other) {
    return new QuotaUsage(entries - other.entries, bytes - other.bytes);
  }

  /**
   * Whether both amounts suffice for what is wanted. A wanted amount of zero is covered even by a
   * negative amount.
   */
  public boolean covers(QuotaUsage wanted) {
    return (wanted.entries <= 0 || entries >= wanted.entries)
        && (wanted.bytes <= 0 || bytes >= wanted.bytes);
  }

  /** The minimum of each amount. */
  public QuotaUsage atMost(QuotaUsage other) {
    return new QuotaUsage(Math.min(entries, other.entries), Math.min(bytes, other.bytes));
  }

  /** The maximum of each amount. */
  public QuotaUsage atLeast(QuotaUsage other) {
    return new QuotaUsage(Math.max(entries, other.entries), Math.max(bytes, other.bytes));
  }

  /** Whether an amount is negative. */
  public boolean isDebt() {
    return entries < 0 || bytes < 0;
  }

  public boolean isNothing() {
    return entries == 0 && bytes == 0;
  }

  @Override
  public String toString() {
    return entries + " entries and " + bytes + " bytes";
  }
}
