package io.gigafs.protocol.frame;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Printable;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.cache.CacheReadRequest;
import io.gigafs.protocol.cache.CacheWriteRequest;
import io.gigafs.protocol.cache.CachedBlock;
import io.gigafs.protocol.data.DataChunk;
import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCounted;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes frames for one end of one connection, independently of channels.
 *
 * <p>Not thread-safe. It starts with the hellos and accepts all other frames after {@link
 * #established}.
 *
 * <pre>
 *   offset 0      4      5
 *          +------+------+---------------------+
 *          |length| kind | body                |      length: of kind and body
 *          +------+------+---------------------+
 * </pre>
 */
public final class FrameCodec {
  /** The lowest supported version of the protocol. */
  public static final int LOWEST_VERSION = 1;

  /** The highest supported version of the protocol. */
  public static final int HIGHEST_VERSION = 1;

  /** The default limit of accepted frames. */
  public static final int DEFAULT_MAX_FRAME_BYTES = 16 << 20;

  /** The size of a frame beyond its {@code maxFrameBytes}: its length field. */
  static final int LENGTH_BYTES = 4;

  /** The maximum size of what precedes file data: a caller with the maximum number of groups. */
  private static final int MAX_DATA_HEAD_BYTES = 512 * 1024;

  /** The maximum size of what precedes a cache block. */
  private static final int MAX_BLOCK_HEAD_BYTES = 1024;

  /** The longest head of an answer with a block, bytes. */
  static final int MIN_BLOCK_HEAD_BYTES = 32;

  /** A frame with less file data than this contains a copy of it. */
  private static final int MIN_SHARED_BYTES = 4 * 1024;

  private static final int KIND_OFFSET = LENGTH_BYTES;
  private static final int MAGIC_OFFSET = KIND_OFFSET + 1;

  /** "GIGA". */
  private static final int MAGIC = 0x47494741;

  private static final int MAGIC_BYTES = 4;

  /** How much of an invalid hello the error message shows. */
  private static final int SHOWN_BYTES = 16;

  private static final int CLIENT_HELLO = 1;
  private static final int SERVER_HELLO = 2;
  private static final int REFUSAL = 3;
  private static final int REQUEST = 4;
  private static final int ANSWER = 5;
  private static final int NOTICE = 6;
  private static final int PING = 7;
  private static final int PONG = 8;

  private static final int DONE = 0;
  private static final int FAILED = 1;
  private static final int SPLIT = 2;
  private static final int MOVED = 3;
  private static final int RETRY = 4;

  private static final int LEASE_RECALLED = 1;
  private static final int LEASE_RETURNED = 2;
  private static final int DELEGATION_RECALLED = 3;

  private final WireWriter writer = new WireWriter();
  private final WireReader reader = new WireReader();

  private final int maxFrameBytes;
  private boolean established;
  private int receiveLimitBytes = Limits.MAX_HELLO_BYTES;
  private int sendLimitBytes = Limits.MAX_HELLO_BYTES;

  /**
   * The codec of a new connection.
   *
   * @param maxFrameBytes the longest frame that this end accepts, 64 KiB to 1 GiB
   */
  public FrameCodec(int maxFrameBytes) {
    checkMaxFrameBytes(maxFrameBytes);
    this.maxFrameBytes = maxFrameBytes;
  }

  /**
   * Checks a limit of frames.
   *
   * @throws IllegalArgumentException unless it is 64 KiB to 1 GiB
   */
  public static void checkMaxFrameBytes(int maxFrameBytes) {
    if (maxFrameBytes < Limits.MIN_FRAME_BYTES || maxFrameBytes > Limits.MAX_FRAME_BYTES) {
      throw new IllegalArgumentException(
          "max-frame-bytes is "
              + Limits.MIN_FRAME_BYTES
              + " to "
              + Limits.MAX_FRAME_BYTES
              + ", not "
              + maxFrameBytes);
    }
  }

  /** The longest frame that this end accepts. */
  public int maxFrameBytes() {
    return maxFrameBytes;
  }

  /** As the other method, for the highest version. */
  public void established(int peerMaxFrameBytes) {
    established(HIGHEST_VERSION, peerMaxFrameBytes);
  }

  /**
   * Records that the hellos were exchanged.
   *
   * @param version the version of the protocol that both ends speak from here on
   * @param peerMaxFrameBytes the longest frame that the other end accepts
   */
  public void established(int version, int peerMaxFrameBytes) {
    established = true;
    writer.useVersion(version);
    reader.useVersion(version);
    receiveLimitBytes = maxFrameBytes;
    sendLimitBytes = peerMaxFrameBytes;
  }

  /**
   * Appends a frame to the buffer.
   *
   * @throws IllegalArgumentException if a value in it has no encoding, or the frame is longer than
   *     the other end accepts; the buffer is unchanged
   */
  public void encode(Frame frame, ByteBuf out) {
    encode(frame, out, Integer.MAX_VALUE);
  }

  /**
   * Appends a frame to the buffer, without its file data if that is large.
   *
   * @return the omitted buffer, or file region, that has to follow and that the caller has to
   *     release; null if the frame is complete
   * @throws IllegalArgumentException as from {@link #encode}
   */
  public @Nullable ReferenceCounted encodeHead(Frame frame, ByteBuf out) {
    Payload payload = encode(frame, out, MIN_SHARED_BYTES);
    return payload == null ? null : payload.shareContent();
  }

  /** As above, but omits payloads from a length on, and returns an omitted one. */
  private @Nullable Payload encode(Frame frame, ByteBuf out, int leavesOutFrom) {
    int start = out.writerIndex();
    writer.reset(out, leavesOutFrom);
    boolean done = false;
    try {
      out.writeInt(0);
      write(frame);
      Payload leftOut = writer.leftOut();
      int length =
          out.writerIndex() - start - LENGTH_BYTES + (leftOut == null ? 0 : leftOut.length());
      if (length > sendLimitBytes) {
        throw new IllegalArgumentException(
            "a message of " + length + " bytes exceeds the " + sendLimitBytes + " that are taken");
      }
      out.setInt(start, length);
      done = true;
      return leftOut;
    } finally {
      if (!done) {
        out.writerIndex(start);
      }
    }
  }

  private void write(Frame frame) {
    if (frame instanceof Frame.OfRequest request) {
      writeRequest(request);
    } else if (frame instanceof Frame.OfAnswer answer) {
      writeAnswer(answer);
    } else if (frame instanceof Frame.OfNotice notice) {
      writeNotice(notice.notice());
    } else if (frame instanceof Frame.Ping) {
      writer.int8(PING);
    } else if (frame instanceof Frame.Pong) {
      writer.int8(PONG);
    } else if (frame instanceof Frame.ClientHello hello) {
      writeClientHello(hello);
    } else if (frame instanceof Frame.ServerHello hello) {
      writeServerHello(hello);
    } else if (frame instanceof Frame.Refusal refusal) {
      writer.int8(REFUSAL).int32(MAGIC).text(refusal.reason());
    } else {
      throw new IllegalArgumentException("not one frame: " + frame);
    }
  }

  private void writeRequest(Frame.OfRequest frame) {
    Opcode<?> opcode = frame.request().opcode();
    writer.int8(REQUEST).varlong(frame.id()).varint(opcode.code()).count(frame.remainingMillis());
    opcode.writeRequest(frame.request(), writer);
  }

  private void writeAnswer(Frame.OfAnswer frame) {
    writer.int8(ANSWER).varlong(frame.id()).varint(frame.opcode().code());
    Answer<?> answer = frame.answer();
    if (answer instanceof Answer.Done<?> done) {
      writer.int8(DONE);
      frame.opcode().writeResult(done.result(), writer);
    } else if (answer instanceof Answer.Failed<?> failed) {
      writer.int8(FAILED).varint(failed.code().number()).text(failed.detail());
    } else if (answer instanceof Answer.Split<?> split) {
      writer.int8(SPLIT).map(split.map());
    } else if (answer instanceof Answer.Moved<?> moved) {
      writer.int8(MOVED).view(moved.view());
    } else if (answer instanceof Answer.Retry<?> retry) {
      writer.int8(RETRY).count(retry.delayMillis()).text(retry.reason());
    }
  }

  private void writeNotice(Notice notice) {
    writer.int8(NOTICE);
    if (notice instanceof Notice.LeaseRecalled recalled) {
      writer.int8(LEASE_RECALLED).varlong(recalled.lease());
      writer.inode(recalled.directory()).name(recalled.name());
    } else if (notice instanceof Notice.DelegationRecalled recalled) {
      writer.int8(DELEGATION_RECALLED).varlong(recalled.lease());
      writer.inode(recalled.directory()).partition(recalled.partition());
    } else if (notice instanceof Notice.LeaseReturned returned) {
      writer.int8(LEASE_RETURNED).varlong(returned.lease());
    }
  }

  private void writeClientHello(Frame.ClientHello hello) {
    UUID cluster = hello.clusterId();
    writer.int8(CLIENT_HELLO).int32(MAGIC);
    writer.count(hello.lowestVersion()).count(hello.highestVersion());
    writer.int8(hello.role().code()).int64(hello.clientId()).flag(cluster != null);
    if (cluster != null) {
      writer.uuid(cluster);
    }
    writer.count(hello.maxFrameBytes());
  }

  private void writeServerHello(Frame.ServerHello hello) {
    writer.int8(SERVER_HELLO).int32(MAGIC).count(hello.version());
    writer.uuid(hello.clusterId()).text(hello.serverId()).count(hello.maxFrameBytes());
    writer.text(hello.localSocket());
  }

  /**
   * The length of the next frame, including the length field, if it carries file data; 0 if it does
   * not, or if too little of it is available to decide.
   *
   * @throws ProtocolException if it is longer than accepted
   */
  public int dataFrameBytes(ByteBuf in) {
    int start = in.readerIndex();
    if (!established || in.readableBytes() <= KIND_OFFSET || !isData(in, start + KIND_OFFSET)) {
      return 0;
    }
    long length = in.getUnsignedInt(start);
    int limit = Math.min(receiveLimitBytes, maxDataBytes(in, start + KIND_OFFSET));
    if (length > limit) {
      throw new ProtocolException(
          "a frame of " + length + " bytes that brings data (at most " + limit + " are accepted)");
    }
    return LENGTH_BYTES + (int) length;
  }

  /**
   * The length of the next frame, including the length field; 0 if too little of it is available.
   *
   * @throws ProtocolException if it is longer than accepted
   */
  public int frameBytes(ByteBuf in) {
    if (in.readableBytes() < LENGTH_BYTES) {
      return 0;
    }
    return LENGTH_BYTES + checkLength(in.getUnsignedInt(in.readerIndex()));
  }

  private int checkLength(long length) {
    if (length == 0 || length > receiveLimitBytes) {
      throw new ProtocolException(
          "a frame of " + length + " bytes (at most " + receiveLimitBytes + " are accepted)");
    }
    return (int) length;
  }

  /** Whether the frame whose kind is at this offset belongs to an operation that carries data. */
  private static boolean isData(ByteBuf in, int kindOffset) {
    int kind = in.getByte(kindOffset);
    if (kind != REQUEST && kind != ANSWER) {
      return false;
    }
    Opcode<?> opcode = Opcodes.ofCodeOrNull(codeOf(in, kindOffset));
    return opcode != null && (kind == REQUEST ? opcode.bringsDataTo() : opcode.bringsDataBack());
  }

  /** The maximum length of the frame whose kind is at this offset and which carries data. */
  private static int maxDataBytes(ByteBuf in, int kindOffset) {
    int code = codeOf(in, kindOffset);
    return code == CacheReadRequest.OPCODE.code() || code == CacheWriteRequest.OPCODE.code()
        ? CachedBlock.MAX_BYTES + MAX_BLOCK_HEAD_BYTES
        : DataChunk.MAX_BYTES + MAX_DATA_HEAD_BYTES;
  }

  /** The opcode of a request or an answer; -1 if too little is available. */
  private static int codeOf(ByteBuf in, int kindOffset) {
    int offset = kindOffset + 1;
    while (offset < in.writerIndex() && in.getByte(offset) < 0) {
      offset++; // skip the request's id, a varint: all bytes but the last have the top bit set
    }
    int code = 0;
    for (int shift = 0; ++offset < in.writerIndex() && shift < Integer.SIZE; shift += 7) {
      code |= (in.getByte(offset) & 0x7f) << shift;
      if (in.getByte(offset) >= 0) {
        return code;
      }
    }
    return -1;
  }

  /**
   * Consumes the part before the block of the next frame, if that is the answer to a read of a
   * cache with a block; the block's bytes follow.
   *
   * @return null if it is another frame, or too little of it is available; nothing is consumed then
   * @throws ProtocolException if the bytes are no valid frame
   */
  public @Nullable BlockHead decodeBlockHead(ByteBuf in) {
    int start = in.readerIndex();
    int available = in.readableBytes();
    boolean isWhole =
        available >= LENGTH_BYTES && available - LENGTH_BYTES >= in.getUnsignedInt(start);
    if ((available < MIN_BLOCK_HEAD_BYTES && !isWhole)
        || available <= KIND_OFFSET
        || in.getByte(start + KIND_OFFSET) != ANSWER
        || codeOf(in, start + KIND_OFFSET) != CacheReadRequest.OPCODE.code()) {
      return null;
    }
    int length = checkLength(in.getUnsignedInt(start));
    in.skipBytes(LENGTH_BYTES);
    reader.reset(in, Math.min(length, available - LENGTH_BYTES));
    try {
      reader.int8();
      long id = reader.varlong();
      reader.varint();
      if (reader.int8() == DONE && reader.flag()) {
        int crc = reader.int32();
        int bytes = reader.count();
        if (bytes != length - (in.readerIndex() - start - LENGTH_BYTES)) {
          throw new ProtocolException("a block of " + bytes + " bytes does not fill its frame");
        }
        return new BlockHead(id, crc, bytes);
      }
    } catch (IndexOutOfBoundsException e) {
      throw new ProtocolException("a block's frame ends too soon");
    }
    in.readerIndex(start);
    return null;
  }

  /**
   * The part before a block's bytes.
   *
   * @param id of the answered request
   * @param crc CRC32C of the bytes
   * @param length the number of bytes that follow
   */
  public record BlockHead(long id, int crc, int length) {}

  /**
   * Consumes the next frame. File data is not copied: the frame retains the buffer, which must not
   * be modified until the data is released.
   *
   * @return null if the frame is incomplete; nothing is consumed then
   * @throws ProtocolException if the bytes are no valid frame; the buffer is not usable any more
   */
  public @Nullable Frame decode(ByteBuf in) {
    if (!established) {
      checkMagic(in);
    }
    if (in.readableBytes() < LENGTH_BYTES) {
      return null;
    }
    int length = checkLength(in.getUnsignedInt(in.readerIndex()));
    if (in.readableBytes() - LENGTH_BYTES < length) {
      return null;
    }
    in.skipBytes(LENGTH_BYTES);
    reader.reset(in, length);
    int kind = reader.int8();
    try {
      return read(kind);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new ProtocolException("a frame of kind " + kind + ": " + e.getMessage());
    }
  }

  /** Rejects foreign protocols by their first bytes, however few are available. */
  private static void checkMagic(ByteBuf in) {
    int start = in.readerIndex();
    if (in.readableBytes() < LENGTH_BYTES) {
      return;
    }
    boolean refused = in.getUnsignedInt(start) > Limits.MAX_HELLO_BYTES;
    if (in.readableBytes() >= MAGIC_OFFSET + MAGIC_BYTES) {
      int kind = in.getByte(start + KIND_OFFSET);
      refused |= kind < CLIENT_HELLO || kind > REFUSAL;
      refused |= in.getInt(start + MAGIC_OFFSET) != MAGIC;
    }
    if (refused) {
      int length = Math.min(in.readableBytes(), SHOWN_BYTES);
      throw new ProtocolException(
          "not Giga's protocol: it starts with '"
              + in.toString(start, length, StandardCharsets.ISO_8859_1)
              + "'");
    }
  }

  private Frame read(int kind) {
    if (established != (kind > REFUSAL)) {
      throw new ProtocolException("frame kind " + kind + " is unknown or unexpected");
    }
    Frame frame =
        switch (kind) {
          case REQUEST -> readRequest(reader.varlong(), Opcodes.ofCode(reader.varint()));
          case ANSWER -> readAnswer(reader.varlong(), Opcodes.ofCode(reader.varint()));
          case NOTICE -> new Frame.OfNotice(readNotice());
          case PING -> Frame.Ping.INSTANCE;
          case PONG -> Frame.Pong.INSTANCE;
          case CLIENT_HELLO -> readClientHello();
          case SERVER_HELLO -> readServerHello();
          case REFUSAL -> readRefusal();
          default -> throw new ProtocolException("frame kind " + kind + " is unknown");
        };
    if (established) {
      reader.finish();
    } else {
      // A later version may append to its hello, but never changes the existing part.
      reader.skipRest();
    }
    return frame;
  }

  private Frame readRequest(long id, Opcode<?> opcode) {
    return new Frame.OfRequest(id, reader.count(), opcode.request().read(reader));
  }

  private <R extends Result> Frame readAnswer(long id, Opcode<R> opcode) {
    int status = reader.int8();
    Answer<R> answer =
        switch (status) {
          case DONE -> new Answer.Done<>(opcode.result().read(reader));
          case FAILED -> new Answer.Failed<>(ErrorCode.ofNumber(reader.varint()), reader.text());
          case SPLIT -> new Answer.Split<>(reader.map());
          case MOVED -> new Answer.Moved<>(reader.view());
          case RETRY -> new Answer.Retry<>(reader.count(), reader.text());
          default -> throw new ProtocolException("unknown status " + status);
        };
    return new Frame.OfAnswer(id, opcode, answer);
  }

  private Notice readNotice() {
    int type = reader.int8();
    return switch (type) {
      case LEASE_RECALLED ->
          new Notice.LeaseRecalled(reader.varlong(), reader.inode(), reader.name());
      case LEASE_RETURNED -> new Notice.LeaseReturned(reader.varlong());
      case DELEGATION_RECALLED ->
          new Notice.DelegationRecalled(reader.varlong(), reader.inode(), reader.partition());
      default -> throw new ProtocolException("unknown notice " + type);
    };
  }

  private Frame readClientHello() {
    readMagic();
    int lowest = reader.count();
    int highest = reader.count();
    return new Frame.ClientHello(
        lowest,
        highest,
        Frame.Role.ofCode(reader.int8()),
        reader.int64(),
        reader.flag() ? reader.uuid() : null,
        readMaxFrameBytes());
  }

  private Frame readServerHello() {
    readMagic();
    return new Frame.ServerHello(
        reader.count(),
        reader.uuid(),
        reader.text(),
        readMaxFrameBytes(),
        // Servers without support for domain sockets end the hello here.
        reader.remaining() == 0 ? "" : reader.text());
  }

  private Frame readRefusal() {
    readMagic();
    return new Frame.Refusal(Printable.of(reader.text()));
  }

  private void readMagic() {
    if (reader.int32() != MAGIC) {
      throw new ProtocolException("not Giga's protocol");
    }
  }

  private int readMaxFrameBytes() {
    int maxFrameBytes = reader.count();
    checkMaxFrameBytes(maxFrameBytes);
    return maxFrameBytes;
  }
}
