package io.gigafs.protocol;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What goes over a connection, one after the other. docs/wire-format.md draws each. */
public sealed interface Frame {
  /** What connects to a server. */
  enum Role {
    CLIENT(0),
    SERVER(1);

    private final int code;

    Role(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    static Role ofCode(int code) {
      return switch (code) {
        case 0 -> CLIENT;
        case 1 -> SERVER;
        default -> throw new ProtocolException("unknown role " + code);
      };
    }
  }

  /**
   * The first frame of whoever connected.
   *
   * @param lowestVersion of the protocol that it speaks; likewise highest
   * @param clientId under which it numbers its mutations, the same over all its connections
   * @param clusterId the cluster that it expects, null if it takes any
   * @param maxFrameBytes the longest frame that it takes
   */
  record ClientHello(
      int lowestVersion,
      int highestVersion,
      Role role,
      long clientId,
      @Nullable UUID clusterId,
      int maxFrameBytes)
      implements Frame {}

  /**
   * The server's answer to a hello: the connection is established.
   *
   * @param version that both will speak
   * @param serverId the name that its operator gave it
   * @param maxFrameBytes the longest frame that it takes
   * @param localSocket the path of the domain socket by which programs of its machine reach it,
   *     too; empty if there is none
   */
  record ServerHello(
      int version, UUID clusterId, String serverId, int maxFrameBytes, String localSocket)
      implements Frame {}

  /** The server's other answer to a hello: it will close the connection, for this reason. */
  record Refusal(String reason) implements Frame {}

  /**
   * A request.
   *
   * @param id chosen by who asks, not in use for another request on this connection
   * @param remainingMillis for how long, from now on, the answer is waited for
   */
  record OfRequest(long id, int remainingMillis, Request<?> request) implements Frame {}

  /**
   * Creates that came one behind the other, each as a request; only decoded, never sent as one.
   *
   * @param ids as those of the requests
   * @param remainingMillis for how long, from now on, the first of the answers is waited for
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared, and whoever has the frame owns it
  record OfCreates(DeltaVarints ids, int remainingMillis, PipelinedCreates creates)
      implements Frame {}

  /**
   * The answer to the request of this id.
   *
   * @param opcode the request's
   */
  record OfAnswer(long id, Opcode<?> opcode, Answer<?> answer) implements Frame {}

  /** A notice. */
  record OfNotice(Notice notice) implements Frame {}

  /** Asks for a {@link Pong}. */
  record Ping() implements Frame {
    public static final Ping INSTANCE = new Ping();
  }

  /** Answers a {@link Ping}. */
  record Pong() implements Frame {
    public static final Pong INSTANCE = new Pong();
  }
}
