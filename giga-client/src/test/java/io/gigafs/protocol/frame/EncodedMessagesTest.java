package io.gigafs.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Compares the encodings of random messages of every type with recorded ones: the bytes of the
 * protocol's version 1 never change.
 *
 * <p>The resource has four lines per operation: two requests, two results, the digests of {@value
 * #DIGESTED} of each, and the digests of what a reader makes of damaged ones: it refuses them, or
 * decodes them to a message whose encoding is part of the digest. The actual lines are written to
 * {@code target}, from where those of a new operation are copied.
 */
final class EncodedMessagesTest {
  private static final String RECORDED = "/encoded-messages.txt";
  private static final Path ACTUAL = Path.of("target", "encoded-messages.txt");
  private static final int SHOWN = 2;
  private static final int DIGESTED = 300;
  private static final int DAMAGED_PER_MESSAGE = 10;

  @Test
  void encodingsAreTheRecordedOnes() throws IOException, NoSuchAlgorithmException {
    List<String> lines = new ArrayList<>();
    for (Opcode<?> opcode : Opcodes.all()) {
      addLines(opcode, lines);
    }
    Files.write(ACTUAL, lines);
    try (InputStream in = getClass().getResourceAsStream(RECORDED)) {
      assertThat(in).isNotNull();
      String recorded = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(lines).containsExactlyElementsOf(recorded.lines().toList());
    }
  }

  private static void addLines(Opcode<?> opcode, List<String> lines)
      throws NoSuchAlgorithmException {
    MessageDigest requests = MessageDigest.getInstance("SHA-256");
    MessageDigest results = MessageDigest.getInstance("SHA-256");
    MessageDigest damagedRequests = MessageDigest.getInstance("SHA-256");
    MessageDigest damagedResults = MessageDigest.getInstance("SHA-256");
    String requestLine = opcode.code() + " " + opcode + " requests";
    String resultLine = opcode.code() + " " + opcode + " results";
    for (int i = 0; i < DIGESTED; i++) {
      RandomMessages random = new RandomMessages(opcode.code() * 1_000L + i);
      byte[] request = encode(random.request(opcode));
      byte[] result = encode(random.answers(opcode).get(0));
      requests.update(request);
      results.update(result);
      Random damage = new Random(i);
      for (int j = 0; j < DAMAGED_PER_MESSAGE; j++) {
        damagedRequests.update(outcome(opcode, damaged(request, damage)));
        damagedResults.update(outcome(opcode, damaged(result, damage)));
      }
      if (i < SHOWN) {
        requestLine += " " + HexFormat.of().formatHex(request);
        resultLine += " " + HexFormat.of().formatHex(result);
      }
    }
    lines.add(requestLine);
    lines.add(resultLine);
    lines.add(digestLine(opcode, " digests ", requests, results));
    lines.add(digestLine(opcode, " damaged ", damagedRequests, damagedResults));
  }

  private static String digestLine(
      Opcode<?> opcode, String what, MessageDigest requests, MessageDigest results) {
    HexFormat hex = HexFormat.of();
    return opcode.code()
        + " "
        + opcode
        + what
        + hex.formatHex(requests.digest())
        + " "
        + hex.formatHex(results.digest());
  }

  /** A frame with a changed byte, without its last bytes, or with further ones. */
  private static byte[] damaged(byte[] frame, Random random) {
    byte[] damaged = frame.clone();
    switch (random.nextInt(4)) {
      case 0 -> damaged = Arrays.copyOf(frame, frame.length - 1 - random.nextInt(4));
      case 1 -> damaged = Arrays.copyOf(frame, frame.length + 1 + random.nextInt(4));
      case 2 -> damaged[random.nextInt(frame.length)] = (byte) random.nextInt();
      default -> damaged[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
    }
    ByteBuffer.wrap(damaged).putInt(0, damaged.length - Integer.BYTES);
    return damaged;
  }

  /** The encoding of what is decoded; a message of another operation counts as refused. */
  private static byte[] outcome(Opcode<?> opcode, byte[] damaged) {
    FrameCodec codec = new FrameCodec(Limits.MAX_FRAME_BYTES);
    codec.established(Limits.MAX_FRAME_BYTES);
    Frame frame;
    try {
      frame = codec.decode(Unpooled.wrappedBuffer(damaged));
    } catch (ProtocolException e) {
      return new byte[] {0};
    }
    return frame != null && opcode.equals(opcodeOf(frame)) ? encode(frame) : new byte[] {0};
  }

  private static @Nullable Opcode<?> opcodeOf(Frame frame) {
    if (frame instanceof Frame.OfRequest request) {
      return request.request().opcode();
    }
    return frame instanceof Frame.OfAnswer answer ? answer.opcode() : null;
  }

  private static byte[] encode(Frame frame) {
    FrameCodec codec = new FrameCodec(Limits.MAX_FRAME_BYTES);
    codec.established(Limits.MAX_FRAME_BYTES);
    ByteBuf out = Unpooled.buffer();
    codec.encode(frame, out);
    return ByteBufUtil.getBytes(out);
  }
}
