package io.gigafs.protocol;

import io.gigafs.index.Name;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/**
 * What a change of several names does at one of them. Sent to the name's holder, and kept by
 * servers for as long as the change is under way.
 */
public sealed interface CommitStep
    permits InsertDentry, PromoteToInode, AdjustLinkCount, DirectoryRenameLock {
  /**
   * What a step that is kept begins with: another one whenever the encoding changes of anything
   * that steps are made of. Those of former versions began with their kind, which is less.
   */
  int FORMAT = 0x82;

  /** The name that the step changes. */
  Name name();

  /** The step as servers keep it. */
  default byte[] encode() {
    ByteBuf encoded = Unpooled.buffer();
    WireWriter out = new WireWriter();
    out.reset(encoded);
    out.int8(FORMAT);
    CommitSteps.write(this, out);
    return Arrays.copyOf(encoded.array(), encoded.writerIndex());
  }

  /**
   * The step that {@link #encode} gave.
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
    CommitStep step = CommitSteps.read(in);
    in.finish();
    return step;
  }
}
