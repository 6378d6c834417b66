package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.transaction.CommitStep;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/**
 * Encodes fields of intents: numbers of fixed width in big-endian order, a name with a length
 * prefix of one byte, a step with one of four.
 */
final class ByteFields {
  private ByteFields() {}

  static void writeName(ByteBuf out, Name name) {
    out.writeByte(name.bytes().length).writeBytes(name.bytes());
  }

  static Name readName(ByteBuf in) {
    byte[] bytes = new byte[in.readUnsignedByte()];
    in.readBytes(bytes);
    return Name.of(bytes);
  }

  static void writePlace(ByteBuf out, InodeId directory, PartitionIndex partition) {
    out.writeLong(directory.value()).writeInt(partition.value());
  }

  static void writeStep(ByteBuf out, CommitStep step) {
    byte[] encoded = step.encode();
    out.writeInt(encoded.length).writeBytes(encoded);
  }

  static CommitStep readStep(ByteBuf in) {
    byte[] encoded = new byte[in.readInt()];
    in.readBytes(encoded);
    return CommitStep.decode(encoded);
  }

  static ByteBuf empty() {
    return Unpooled.buffer();
  }

  static byte[] bytes(ByteBuf written) {
    return Arrays.copyOf(written.array(), written.writerIndex());
  }
}
