package io.gigafs.protocol.transaction;

import io.gigafs.index.Name;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/**
 * The operation of one participant of a transaction. It is sent to the owner of the name, and
 * stored by servers for the duration of the transaction.
 */
public sealed interface CommitStep
    permits InsertDentry, PromoteToInode, AdjustLinkCount, DirectoryRenameLock {
  /**
   * The first byte of a stored step. It has to change whenever the encoding of anything within
   * steps changes. Steps of former versions began with their kind, which is lower.
   */
  int FORMAT = 0x82;

  /** The name that the step changes. */
  Name name();

  /** Encodes the step for storage. */
  default byte[] encode() {
    ByteBuf encoded = Unpooled.buffer();
    WireWriter out = new WireWriter();
    out.reset(encoded);
    out.int8(FORMAT);
    CommitSteps.CODEC.write(this, out);
    return Arrays.copyOf(encoded.array(), encoded.writerIndex());
  }

  /**
   * Decodes a stored step.
   *
   * @throws ProtocolException if the bytes are no step, or one that another version wrote
   */
  static CommitStep decode(byte[] encoded) {
    WireReader in = new WireReader();
    in.reset(Unpooled.wrappedBuffer(encoded), encoded.length);
    int format = in.int8();
    if (format != FORMAT) {
      throw new ProtocolException(
          "a step of another version of Giga (" + format + ", not " + FORMAT + ")");
    }
    CommitStep step = CommitSteps.CODEC.read(in);
    in.finish();
    return step;
  }
}
