package io.gigafs.rpc;

/**
 * Limits of the resources of a {@link NettyRpcServer} that its clients may use, per connection and
 * in total.
 *
 * @param answerMemoryBytes memory for answers over all connections, from the reading of their
 *     requests until they are sent; requests beyond it are not read
 * @param frameMemoryBytes memory for incomplete frames over all connections
 * @param maxConnections concurrent connections; more are refused
 * @param maxConnectionsPerAddress concurrent connections of one address; those from the server's
 *     own machine by its domain socket count as one address
 * @param maxInlineBytes the maximum of inline data of a file, and so of an answer with such data
 */
public record ConnectionLimits(
    long answerMemoryBytes,
    long frameMemoryBytes,
    int maxConnections,
    int maxConnectionsPerAddress,
    int maxInlineBytes) {
  private static final int SHARES = 16;

  /**
   * Answer memory that each connection may use without a claim, so that no connection waits only
   * for others.
   */
  static final int FREE_ANSWER_BYTES = 64 << 10;

  /** Frames up to this length are accepted without a claim of memory. */
  static final int FREE_FRAME_BYTES = 64 << 10;

  public static final ConnectionLimits DEFAULTS =
      new ConnectionLimits(
          Math.max(32L << 20, Runtime.getRuntime().maxMemory() / 8),
          Math.max(32L << 20, Runtime.getRuntime().maxMemory() / 16),
          8_192,
          2_048,
          96 << 10);

  public ConnectionLimits {
    SettingChecks.atLeast(1, answerMemoryBytes, "answer-memory");
    SettingChecks.atLeast(1, frameMemoryBytes, "frame-memory");
    SettingChecks.atLeast(1, maxConnections, "max-connections");
    SettingChecks.atLeast(1, maxConnectionsPerAddress, "max-connections-per-address");
    SettingChecks.atLeast(0, maxInlineBytes, "inline-limit");
  }

  /** The maximum answer memory of one connection, unless it has only one request in flight. */
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
