package io.gigafs.rpc;

/**
 * What the clients of a {@link NettyRpcServer} may take of it, one and all.
 *
 * @param answerMemoryBytes answers may hold, over all connections, from when their requests are
 *     read until they are sent; what is more is not read
 * @param frameMemoryBytes frames that are not all there yet may hold, over all connections
 * @param maxConnections at a time; more are refused
 * @param maxConnectionsPerAddress at a time, of one address; those of the server's own machine that
 *     come by its domain socket count as one
 * @param maxInlineBytes servers keep at most of a file, and so answer with
 */
public record ConnectionLimits(
    long answerMemoryBytes,
    long frameMemoryBytes,
    int maxConnections,
    int maxConnectionsPerAddress,
    int maxInlineBytes) {
  private static final int SHARES = 16;

  /** A connection may always have this much in answers, so that none waits for others alone. */
  static final int FREE_ANSWER_BYTES = 64 << 10;

  /** Frames up to this length are taken however little memory there is. */
  static final int FREE_FRAME_BYTES = 64 << 10;

  public static final ConnectionLimits DEFAULTS =
      new ConnectionLimits(
          Math.max(32L << 20, Runtime.getRuntime().maxMemory() / 8),
          Math.max(32L << 20, Runtime.getRuntime().maxMemory() / 16),
          8_192,
          2_048,
          96 << 10);

  public ConnectionLimits {
    Settings.atLeast(1, answerMemoryBytes, "answer-memory");
    Settings.atLeast(1, frameMemoryBytes, "frame-memory");
    Settings.atLeast(1, maxConnections, "max-connections");
    Settings.atLeast(1, maxConnectionsPerAddress, "max-connections-per-address");
    Settings.atLeast(0, maxInlineBytes, "inline-limit");
  }

  /** How much one connection may have in answers, unless it has but one. */
  long maxAnswerBytes() {
    return Math.max(FREE_ANSWER_BYTES, answerMemoryBytes / SHARES);
  }

  public ConnectionLimits withMemory(long newAnswerMemoryBytes, long newFrameMemoryBytes) {
    return new ConnectionLimits(
        newAnswerMemoryBytes,
        newFrameMemoryBytes,
        maxConnections,
        maxConnectionsPerAddress,
        maxInlineBytes);
  }

  public ConnectionLimits withConnections(int newMax, int newMaxPerAddress) {
    return new ConnectionLimits(
        answerMemoryBytes, frameMemoryBytes, newMax, newMaxPerAddress, maxInlineBytes);
  }

  public ConnectionLimits withInlineBytes(int newMaxInlineBytes) {
    return new ConnectionLimits(
        answerMemoryBytes,
        frameMemoryBytes,
        maxConnections,
        maxConnectionsPerAddress,
        newMaxInlineBytes);
  }
}
