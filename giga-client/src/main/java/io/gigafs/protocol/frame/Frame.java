package io.gigafs.protocol.frame;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Request;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The units of transfer on a connection. docs/wire-format.md draws each. */
public sealed interface Frame {
  /** The role of the peer that connects to a server. */
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
   * The first frame of the connecting peer.
   *
   * @param lowestVersion the lowest protocol version that it supports; highestVersion is the
   *     highest
   * @param clientId under which it numbers its mutations, the same over all its connections
   * @param clusterId the cluster that it expects, null for any
   * @param maxFrameBytes the longest frame that it accepts
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
   * The server's positive answer to a hello: the connection is established.
   *
   * @param version the protocol version that both will use
   * @param serverId the name that its operator gave it
   * @param maxFrameBytes the longest frame that it accepts
   * @param localSocket the path of the domain socket for programs of its machine; empty if there is
   *     none
   */
  record ServerHello(
      int version, UUID clusterId, String serverId, int maxFrameBytes, String localSocket)
      implements Frame {}

  /** The server's negative answer to a hello: it will close the connection for this reason. */
  record Refusal(String reason) implements Frame {}

  /**
   * A request.
   *
   * @param id chosen by the client, unique among its outstanding requests on this connection
   * @param remainingMillis the time for which the client waits for the answer, from now on
   */
  record OfRequest(long id, int remainingMillis, Request<?> request) implements Frame {}

  /**
   * The answer to the request with this id.
   *
   * @param opcode of the request
   */
  record OfAnswer(long id, Opcode<?> opcode, Answer<?> answer) implements Frame {}

  /** A notice. */
  record OfNotice(Notice notice) implements Frame {}

  /** Requests a {@link Pong}. */
  record Ping() implements Frame {
    public static final Ping INSTANCE = new Ping();
  }

  /** Answers a {@link Ping}. */
  record Pong() implements Frame {
    public static final Pong INSTANCE = new Pong();
  }
}
