package io.gigafs.cache.adapter;

import net.spy.memcached.CachedData;
import net.spy.memcached.transcoders.Transcoder;

/** Uncompressed values of Memcached, limited only by the server. Immutable. */
public final class MemcachedBytes implements Transcoder<byte[]> {
  public static final MemcachedBytes INSTANCE = new MemcachedBytes();

  private MemcachedBytes() {}

  @Override
  public boolean asyncDecode(CachedData data) {
    return false;
  }

  @Override
  public CachedData encode(byte[] value) {
    return new CachedData(0, value, Integer.MAX_VALUE);
  }

  @Override
  public byte[] decode(CachedData data) {
    return data.getData();
  }

  @Override
  public int getMaxSize() {
    return Integer.MAX_VALUE;
  }
}
