package io.gigafs.tablefs;

/**
 * What a directory with a quota and all below it may hold.
 *
 * @param entries names below the directory, itself not among them; 0 for no limit
 * @param bytes the sum of the sizes of regular files; 0 for no limit
 */
public record QuotaLimits(long entries, long bytes) {
  public static final QuotaLimits NONE = new QuotaLimits(0, 0);
}
