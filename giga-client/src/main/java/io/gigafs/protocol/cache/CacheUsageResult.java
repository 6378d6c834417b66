package io.gigafs.protocol.cache;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The usage of a cache, and its statistics since its start.
 *
 * @param blocks the number of blocks
 * @param bytes the total size of these blocks
 * @param capacityBytes the capacity for blocks in bytes; 0 if unknown
 * @param memoryBytes memory of its process used for blocks, without the page cache
 * @param diskBytes disk space used by its files
 * @param evictions blocks evicted to make room for others
 * @param damaged blocks that did not match their checksum
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
  public static final Codec<CacheUsageResult> CODEC =
      Codec.of(CacheUsageResult.class, CacheUsageResult::write, CacheUsageResult::read);

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
