package io.gigafs.rpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one connection claims of its server's memory. Used by the connection's event loop only.
 *
 * <p>Each {@code has...} method claims what it is asked about; where that is not granted, nothing
 * more is to be read until it is, and the same is asked again.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Memory for bytes of files is claimed before they are read from the network, or from a
 *       volume for an answer. A connection claims no more than its share, so that one whose client
 *       is slow leaves room for the others.
 *   <li>Memory for an answer is claimed before its request is handed on, and for a long frame
 *       before more of it than its beginning is read. A connection claims no more than its share
 *       for answers that are not sent yet. Requests between servers claim none for their answers,
 *       and for long frames only until they are handed on.
 * </ol>
 */
final class ConnectionMemory {
  /** Memory for answers is claimed in pieces of at least this length. */
  private static final long ANSWER_CLAIM_BYTES = 256 << 10;

  private final NettyRpcServer server;
  private final RpcServerSettings settings;
  private final Clock clock;
  private final Runnable whenGranted;

  /** What requests in flight, and answers that are not sent yet, claim for bytes of files. */
  private long dataBytes;

  /** For the bytes of a file that are next, or being read; perhaps not granted yet. */
  private MemoryBudget.@Nullable Claim nextData;

  /** What answers that are not sent yet may take. */
  private long answerBytes;

  /** For answers, beside what each connection may have. */
  private final List<MemoryBudget.Claim> answerClaims = new ArrayList<>();

  private long claimedAnswerBytes;

  /** For the next answer; perhaps not granted yet. */
  private MemoryBudget.@Nullable Claim nextAnswers;

  /** For a long frame that is not all there yet; perhaps not granted yet. */
  private MemoryBudget.@Nullable Claim nextFrame;

  /** When that was granted first. */
  private long frameBeganNanos;

  private boolean isFrameGranted;

  /**
   * @param whenGranted run by any thread when there is memory that was not there when it was
   *     claimed
   */
  ConnectionMemory(
      NettyRpcServer server, RpcServerSettings settings, Clock clock, Runnable whenGranted) {
    this.server = server;
    this.settings = settings;
    this.clock = clock;
    this.whenGranted = whenGranted;
  }

  /** Whether memory is granted for the bytes of a file that are next. */
  boolean hasForData(int bytes) {
    if (nextData == null) {
      if (dataBytes > 0 && dataBytes + bytes > settings.maxDataBytes()) {
        return false;
      }
      nextData = server.dataMemory().claim(bytes, whenGranted);
    }
    return nextData.isGranted();
  }

  /** Whether memory is granted for the answer to the request that is next. */
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

  /** Whether memory is granted for a frame of which the beginning is there. */
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

  /** The claim for bytes of a file, which belongs to the request that is handed on from now. */
  MemoryBudget.@Nullable Claim takeData() {
    MemoryBudget.Claim taken = nextData;
    nextData = null;
    return taken;
  }

  /** The claim for a long frame, which belongs to the request that is handed on from now. */
  MemoryBudget.@Nullable Claim takeFrame() {
    MemoryBudget.Claim taken = nextFrame;
    nextFrame = null;
    return taken;
  }

  /** Ends the claim for a long frame that is decoded and kept by no request. */
  void freeFrame() {
    if (nextFrame != null) {
      nextFrame.close();
      nextFrame = null;
    }
  }

  /** Counts a request that is handed on. */
  void began(ServerExchange<?> exchange) {
    dataBytes += exchange.dataBytes();
    answerBytes += exchange.answerBytes();
  }

  /**
   * Counts an answer that is sent, or never will be; all claims for answers end when few are left.
   */
  void ended(ServerExchange<?> exchange) {
    dataBytes -= exchange.dataBytes();
    answerBytes -= exchange.answerBytes();
    if (answerBytes <= ConnectionLimits.FREE_ANSWER_BYTES && !answerClaims.isEmpty()) {
      closeAnswerClaims();
    }
  }

  /** Whether something that was claimed is not granted yet. */
  boolean isWaiting() {
    return isWaitingFor(nextData) || isWaitingFor(nextAnswers) || isWaitingFor(nextFrame);
  }

  private static boolean isWaitingFor(MemoryBudget.@Nullable Claim claim) {
    return claim != null && !claim.isGranted();
  }

  /** Whether other connections wait for memory that answers take. */
  boolean doOthersWaitForAnswers() {
    return server.answerMemory().waiting() > 0;
  }

  /**
   * How long a frame is that has been coming for too long: a slow client keeps memory, perhaps that
   * for which others wait.
   *
   * @param idleMillis how long it may take
   * @param contendedMillis how long if others wait
   * @return 0 if there is none
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

  /** Ends all claims but those that requests took. */
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
