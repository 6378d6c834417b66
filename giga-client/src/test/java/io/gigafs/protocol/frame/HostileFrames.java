package io.gigafs.protocol.frame;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.cluster.CheckpointRequest;
import io.gigafs.protocol.cluster.ClusterChangeRequest;
import io.gigafs.protocol.data.VolumeChangeRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.quota.SetQuotaRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Generates requests of all operations as bytes: well-formed ones with inconsistent values, and
 * some malformed ones. Not thread-safe.
 */
public final class HostileFrames {
  /** Operations that the superuser may perform and that affect other clients. */
  private static final Set<Opcode<?>> LEFT_OUT =
      Set.of(
          ClusterChangeRequest.OPCODE,
          VolumeChangeRequest.OPCODE,
          CheckpointRequest.OPCODE,
          SetQuotaRequest.OPCODE);

  private final FrameCodec codec = new FrameCodec(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
  private final List<Opcode<?>> opcodes;
  private final RandomMessages messages;
  private final Random random;
  private long id;
  private Opcode<?> last = LookupRequest.OPCODE;

  /**
   * @param known the directories that most requests refer to
   * @param betweenServers whether to include operations between servers
   */
  public HostileFrames(long seed, List<InodeId> known, boolean betweenServers) {
    this.messages = new RandomMessages(seed, known);
    this.random = new Random(seed);
    this.opcodes =
        Opcodes.all().stream()
            .filter(each -> !LEFT_OUT.contains(each))
            .filter(each -> betweenServers || !each.isBetweenServers())
            .toList();
    codec.established(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
  }

  /** A hello of a client, or of a client that claims to be a server. */
  public static byte[] hello(boolean server, long client) {
    ByteBuf out = Unpooled.buffer();
    new FrameCodec(FrameCodec.DEFAULT_MAX_FRAME_BYTES)
        .encode(
            new Frame.ClientHello(
                FrameCodec.LOWEST_VERSION,
                FrameCodec.HIGHEST_VERSION,
                server ? Frame.Role.SERVER : Frame.Role.CLIENT,
                client,
                null,
                FrameCodec.DEFAULT_MAX_FRAME_BYTES),
            out);
    return ByteBufUtil.getBytes(out);
  }

  /** The next well-formed request; its id is one higher than the previous one. */
  public byte[] next() {
    last = opcodes.get(random.nextInt(opcodes.size()));
    Frame.OfRequest any = (Frame.OfRequest) messages.request(last);
    ByteBuf out = Unpooled.buffer();
    codec.encode(new Frame.OfRequest(++id, 300 + random.nextInt(300), any.request()), out);
    return ByteBufUtil.getBytes(out);
  }

  /** The operation of the last request. */
  public String lastOperation() {
    return last.toString();
  }

  /** The id of the last request. */
  public long lastId() {
    return id;
  }

  /** The next request with some bytes changed; it may still be valid. */
  public byte[] nextMangled() {
    byte[] frame = next();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      int at = FrameCodec.LENGTH_BYTES + random.nextInt(frame.length - FrameCodec.LENGTH_BYTES);
      frame[at] = (byte) (random.nextBoolean() ? 0xff : random.nextInt());
    }
    return frame;
  }
}
