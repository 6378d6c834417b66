package io.gigafs.protocol;

/**
 * What a cache has, and has done since it was started.
 *
 * @param blocks that it has
 * @param bytes of these blocks
 * @param capacityBytes how many bytes of blocks it may have; 0 if that is not known
 * @param memoryBytes of its process that the blocks take, the page cache not included
 * @param diskBytes that its files take
 * @param evictions blocks that it gave up for others
 * @param damaged blocks whose bytes did not have their checksum
 */
public record CacheUsageResult(
    long blocks,
    long bytes,
    long capacityBytes,
    long memoryBytes,
    long diskBytes,
    long evictions,
    long damaged)
    implements Result {
  void write(WireWriter out) {
    out.varlong(blocks).varlong(bytes).varlong(capacityBytes).varlong(memoryBytes);
    out.varlong(diskBytes).varlong(evictions).varlong(damaged);
  }

  static CacheUsageResult read(WireReader in) {
    return new CacheUsageResult(
        in.varlong(),
        in.varlong(),
        in.varlong(),
        in.varlong(),
        in.varlong(),
        in.varlong(),
        in.varlong());
  }
}
