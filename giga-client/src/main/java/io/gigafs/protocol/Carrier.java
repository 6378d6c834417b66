package io.gigafs.protocol;

/** A message that carries a payload as its last element. */
public sealed interface Carrier
    permits DataChunk, WriteObjectRequest, CachedBlock, CacheWriteRequest {
  Payload payload();
}
