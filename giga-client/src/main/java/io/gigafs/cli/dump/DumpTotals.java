package io.gigafs.cli.dump;

/**
 * What a dump holds.
 *
 * @param directories below the top, which has no name in the dump and does not count
 * @param others entries that are no directories
 */
record DumpTotals(long directories, long others) {
  long entries() {
    return directories + others;
  }
}
