package io.gigafs.protocol.cache;

import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;

/** Requests the usage of a cache, and its statistics since its start. */
public record CacheUsageRequest() implements Request<CacheUsageRequest.CacheUsageResult> {
  static final Codec<CacheUsageRequest> CODEC = Codec.of(CacheUsageRequest.class);

  public static final Opcode<CacheUsageResult> OPCODE =
      Opcode.of(116, "CACHE_USAGE", CODEC, CacheUsageResult.CODEC);

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
        Codec.of(
            CacheUsageResult.class, VARLONG, VARLONG, VARLONG, VARLONG, VARLONG, VARLONG, VARLONG);
  }
}
