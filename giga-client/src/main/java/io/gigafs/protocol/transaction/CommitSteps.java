package io.gigafs.protocol.transaction;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.transaction.CommitStep.AdjustLinkCount;
import io.gigafs.protocol.transaction.CommitStep.DirectoryRenameLock;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;

/** Encodes steps as their kind, followed by their content. */
final class CommitSteps {
  private static final int PUT_NAME = 1;
  private static final int MAKE_HOME = 2;
  private static final int COUNT_NAME = 3;
  private static final int MOVE_DIRECTORIES = 4;

  static final Codec<CommitStep> CODEC =
      Codec.byHand(CommitStep.class, CommitSteps::write, CommitSteps::read);

  private CommitSteps() {}

  private static void write(CommitStep step, WireWriter out) {
    if (step instanceof InsertDentry put) {
      out.int8(PUT_NAME);
      InsertDentry.CODEC.write(put, out);
    } else if (step instanceof PromoteToInode promote) {
      out.int8(MAKE_HOME);
      PromoteToInode.CODEC.write(promote, out);
    } else if (step instanceof AdjustLinkCount count) {
      out.int8(COUNT_NAME);
      AdjustLinkCount.CODEC.write(count, out);
    } else if (step instanceof DirectoryRenameLock moves) {
      out.int8(MOVE_DIRECTORIES);
      DirectoryRenameLock.CODEC.write(moves, out);
    } else {
      throw new IllegalArgumentException("a step that cannot be sent: " + step);
    }
  }

  private static CommitStep read(WireReader in) {
    int kind = in.int8();
    return switch (kind) {
      case PUT_NAME -> InsertDentry.CODEC.read(in);
      case MAKE_HOME -> PromoteToInode.CODEC.read(in);
      case COUNT_NAME -> AdjustLinkCount.CODEC.read(in);
      case MOVE_DIRECTORIES -> DirectoryRenameLock.CODEC.read(in);
      default -> throw new ProtocolException("unknown step of a change " + kind);
    };
  }
}
