package io.gigafs.protocol;

/** A message that carries bytes of a file, which stand last in it. */
public sealed interface Carrier
    permits DataChunk, WriteObjectRequest, CachedBlock, CacheWriteRequest {
  Payload payload();
}
