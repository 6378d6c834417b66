package io.gigafs.cli.dump;

/**
 * The number of entries in a dump.
 *
 * @param directories below the top, which has no name in the dump and does not count
 * @param others entries that are not directories
 */
record DumpTotals(long directories, long others) {
  long entries() {
    return directories + others;
  }
}
