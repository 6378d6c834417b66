package io.gigafs.protocol;

/**
 * Asks a member of the cache group for a block of an object. Whatever is answered but the block's
 * bytes, the client reads them from the volume.
 *
 * @param caller for whom the permit was made
 * @param blockBytes how the object is cut into blocks: a power of two from {@value
 *     #MIN_BLOCK_BYTES} to {@link DataChunk#MAX_BYTES}
 * @param index which block, from 0
 * @param epoch of the view by which the client knows the group
 * @param placement fingerprint of the group's members as the client knows them
 */
public record ReadCachedBlockRequest(
    Caller caller, BlockPermit permit, int blockBytes, int index, long epoch, long placement)
    implements Request<DataChunk> {
  /** Blocks are not shorter, so that nobody fills a cache's index with a few bytes. */
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

  /** Where the block begins in the object. */
  public long offset() {
    return (long) index * blockBytes;
  }

  /** How many bytes the block has. */
  public int length() {
    return (int) Math.min(blockBytes, permit.size() - offset());
  }

  @Override
  public Opcode<DataChunk> opcode() {
    return Opcode.READ_CACHED_BLOCK;
  }

  @Override
  public int answerDataBytes() {
    return length();
  }

  void write(WireWriter out) {
    out.caller(caller);
    permit.write(out);
    out.count(blockBytes).count(index).varlong(epoch).int64(placement);
  }

  static ReadCachedBlockRequest read(WireReader in) {
    return new ReadCachedBlockRequest(
        in.caller(), BlockPermit.read(in), in.count(), in.count(), in.varlong(), in.int64());
  }
}
