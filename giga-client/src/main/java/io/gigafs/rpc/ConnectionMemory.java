package io.gigafs.rpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The claims of one connection to its server's memory. Confined to the connection's event loop.
 *
 * <p>Each {@code has...} method claims the memory that it is asked about. If it returns false, the
 * caller must stop reading until memory is granted, and then call the same method again.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Memory for file data is claimed before the data is read from the network, or from a volume
 *       for an answer. A connection claims no more than its share, so that a connection with a slow
 *       client leaves memory to the others.
 *   <li>Memory for an answer is claimed before its request is passed to the handler, and memory for
 *       a long frame before more than its beginning is read. A connection claims no more than its
 *       share for unsent answers. Requests between servers claim none for their answers, and for
 *       long frames only until they are passed to the handler.
 * </ol>
 */
final class ConnectionMemory {
  /** The minimum size of a claim for answers. */
  private static final long ANSWER_CLAIM_BYTES = 256 << 10;

  private final NettyRpcServer server;
  private final RpcServerSettings settings;
  private final Clock clock;
  private final Runnable whenGranted;

  /** The file data of requests in flight and of unsent answers. */
  private long dataBytes;

  /**
   * The claim for the next file data, or for data that is being read. It may not be granted yet.
   */
  private MemoryBudget.@Nullable Claim nextData;

  /** The estimated size of all unsent answers. */
  private long answerBytes;

  /** Granted claims for answers, beyond the free memory of each connection. */
  private final List<MemoryBudget.Claim> answerClaims = new ArrayList<>();

  private long claimedAnswerBytes;

  /** The claim for the next answer. It may not be granted yet. */
  private MemoryBudget.@Nullable Claim nextAnswers;

  /** The claim for a long incomplete frame. It may not be granted yet. */
  private MemoryBudget.@Nullable Claim nextFrame;

  /** When the claim for the long frame was first seen as granted. */
  private long frameBeganNanos;

  private boolean isFrameGranted;

  /**
   * @param whenGranted run on any thread when memory is granted that was not available at once
   */
  ConnectionMemory(
      NettyRpcServer server, RpcServerSettings settings, Clock clock, Runnable whenGranted) {
    this.server = server;
    this.settings = settings;
    this.clock = clock;
    this.whenGranted = whenGranted;
  }

  /** Whether memory is granted for the next file data. */
  boolean hasForData(int bytes) {
    if (nextData == null) {
      if (dataBytes > 0 && dataBytes + bytes > settings.maxDataBytes()) {
        return false;
      }
      nextData = server.dataMemory().claim(bytes, whenGranted);
    }
    return nextData.isGranted();
  }

  /** Whether memory is granted for the answer to the next request. */
  boolean hasForAnswer(int bytes) {
    long needed = answerBytes + bytes - ConnectionLimits.FREE_ANSWER_BYTES;
    if (needed <= claimedAnswerBytes) {
      return true;
    }
    if (answerBytes > 0 && answerBytes + bytes > settings.limits().maxAnswerBytes()) {
      return false;
    }
    if (nextAnswers == null) {
      long claimed = Math.max(ANSWER_CLAIM_BYTES, needed - claimedAnswerBytes);
      nextAnswers = server.answerMemory().claim(claimed, whenGranted);
    }
    if (!nextAnswers.isGranted()) {
      return false;
    }
    answerClaims.add(nextAnswers);
    claimedAnswerBytes += nextAnswers.bytes();
    nextAnswers = null;
    return true;
  }

  /** Whether memory is granted for a frame of which only the beginning was received. */
  boolean hasForFrame(int bytes) {
    if (bytes <= ConnectionLimits.FREE_FRAME_BYTES) {
      return true;
    }
    if (nextFrame == null) {
      isFrameGranted = false;
      nextFrame = server.frameMemory().claim(bytes, whenGranted);
    }
    if (!nextFrame.isGranted()) {
      return false;
    }
    if (!isFrameGranted) {
      isFrameGranted = true;
      frameBeganNanos = clock.nanos();
    }
    return true;
  }

  /** Transfers the claim for file data to the request that is passed to the handler. */
  MemoryBudget.@Nullable Claim takeData() {
    MemoryBudget.Claim taken = nextData;
    nextData = null;
    return taken;
  }

  /** Transfers the claim for a long frame to the request that is passed to the handler. */
  MemoryBudget.@Nullable Claim takeFrame() {
    MemoryBudget.Claim taken = nextFrame;
    nextFrame = null;
    return taken;
  }

  /** Ends the claim for a long frame that is decoded and that no request retains. */
  void freeFrame() {
    if (nextFrame != null) {
      nextFrame.close();
      nextFrame = null;
    }
  }

  /** Counts a request that is passed to the handler. */
  void began(ServerExchange<?> exchange) {
    dataBytes += exchange.dataBytes();
    answerBytes += exchange.answerBytes();
  }

  /**
   * Counts an answer that was sent or never will be. When few are left, all claims for answers end.
   */
  void ended(ServerExchange<?> exchange) {
    dataBytes -= exchange.dataBytes();
    answerBytes -= exchange.answerBytes();
    if (answerBytes <= ConnectionLimits.FREE_ANSWER_BYTES && !answerClaims.isEmpty()) {
      closeAnswerClaims();
    }
  }

  /** Whether a claim is not granted yet. */
  boolean isWaiting() {
    return isWaitingFor(nextData) || isWaitingFor(nextAnswers) || isWaitingFor(nextFrame);
  }

  private static boolean isWaitingFor(MemoryBudget.@Nullable Claim claim) {
    return claim != null && !claim.isGranted();
  }

  /** Whether other connections wait for answer memory. */
  boolean doOthersWaitForAnswers() {
    return server.answerMemory().waiting() > 0;
  }

  /**
   * The length of an incomplete frame that takes too long: a slow client retains memory, for which
   * others may be waiting.
   *
   * @param idleMillis how long it may take
   * @param contendedMillis how long it may take if others wait
   * @return 0 if there is no such frame
   */
  long lateFrameBytes(long idleMillis, long contendedMillis) {
    if (nextFrame == null || !isFrameGranted) {
      return 0;
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(clock.nanos() - frameBeganNanos);
    boolean isLate =
        millis > idleMillis || (server.frameMemory().waiting() > 0 && millis > contendedMillis);
    return isLate ? nextFrame.bytes() : 0;
  }

  /** Ends all claims except those transferred to requests. */
  void close() {
    for (MemoryBudget.Claim claim : Arrays.asList(nextData, nextAnswers, nextFrame)) {
      if (claim != null) {
        claim.close();
      }
    }
    closeAnswerClaims();
  }

  private void closeAnswerClaims() {
    answerClaims.forEach(MemoryBudget.Claim::close);
    answerClaims.clear();
    claimedAnswerBytes = 0;
  }
}
