package io.gigafs.tablefs;

/**
 * The limits of a directory with a quota and of everything below it.
 *
 * @param entries number of names below the directory, without itself; 0 for no limit
 * @param bytes sum of the sizes of regular files; 0 for no limit
 */
public record QuotaLimits(long entries, long bytes) {
  public static final QuotaLimits NONE = new QuotaLimits(0, 0);
}
