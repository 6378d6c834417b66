package io.gigafs.protocol.cache;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.data.DataChunk;

/**
 * Reads a block of an object from a member of the cache group. On any answer without the block's
 * bytes, the client reads them from the volume.
 *
 * @param caller that the permit was issued for
 * @param blockBytes the block size: a power of two from {@value #MIN_BLOCK_BYTES} to {@link
 *     DataChunk#MAX_BYTES}
 * @param index of the block, from 0
 * @param epoch of the view from which the client knows the group
 * @param placement fingerprint of the group's members as the client knows them
 */
public record ReadCachedBlockRequest(
    Caller caller, BlockPermit permit, int blockBytes, int index, long epoch, long placement)
    implements Request<DataChunk> {
  static final Codec<ReadCachedBlockRequest> CODEC =
      Codec.of(
          ReadCachedBlockRequest.class, CALLER, BlockPermit.CODEC, COUNT, COUNT, VARLONG, INT64);

  public static final Opcode<DataChunk> OPCODE =
      Opcode.of(62, "READ_CACHED_BLOCK", CODEC, DataChunk.CODEC);

  /** The minimum block size, so that small blocks cannot fill a cache's index. */
  public static final int MIN_BLOCK_BYTES = 4 << 10;

  public ReadCachedBlockRequest {
    if (blockBytes < MIN_BLOCK_BYTES
        || blockBytes > DataChunk.MAX_BYTES
        || Integer.bitCount(blockBytes) != 1) {
      throw new IllegalArgumentException("blocks of " + blockBytes + " bytes");
    }
    if (index < 0 || (long) index * blockBytes >= permit.size()) {
      throw new IllegalArgumentException(
          "block " + index + " of an object of " + permit.size() + " bytes");
    }
  }

  /** The offset of the block in the object. */
  public long offset() {
    return (long) index * blockBytes;
  }

  /** The length of the block. */
  public int length() {
    return (int) Math.min(blockBytes, permit.size() - offset());
  }

  @Override
  public int answerDataBytes() {
    return length();
  }
}
