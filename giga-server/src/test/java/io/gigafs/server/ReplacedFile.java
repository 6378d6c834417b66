package io.gigafs.server;

import io.gigafs.server.History.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A small file whose bytes clients put others in the place of, again and again, and what they were
 * told. Whoever reads it finds what one of them wrote, whole, and nothing that was replaced before;
 * or no bytes, while somebody may just have emptied it.
 *
 * <p>As with a register that several write: what was written is out of date once another write,
 * begun after it was acknowledged, was acknowledged too.
 */
final class ReplacedFile {
  private static final long NEVER = Long.MAX_VALUE;
  private static final int LINES = 20;

  private final String path;
  private final Map<String, Write> writes = new LinkedHashMap<>();

  ReplacedFile(String path) {
    this.path = path;
  }

  /**
   * A write of all bytes.
   *
   * @param acknowledgedAt when the client was told that it is done, or never
   */
  record Write(long calledAt, long acknowledgedAt) {
    boolean isAcknowledgedBefore(long nanos) {
      return acknowledgedAt < nanos;
    }
  }

  String path() {
    return path;
  }

  /** Other bytes than all before. */
  byte[] begin(String writer, long nowNanos) {
    String line = path + " " + writes.size() + " of " + writer + "\n";
    String text = line.repeat(1 + writes.size() % LINES);
    writes.put(text, new Write(nowNanos, NEVER));
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What became of a write; one that was refused may have emptied the file. */
  void end(byte[] bytes, Outcome outcome, long nowNanos) {
    if (outcome == Outcome.DONE) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      writes.computeIfPresent(text, (same, write) -> new Write(write.calledAt, nowNanos));
    }
  }

  /**
   * What is wrong with what was read.
   *
   * @param calledAt when reading began
   * @param endedAt when it ended
   * @param mayBeLost whether a write may have been forgotten by a machine that died
   */
  List<String> faultsOf(byte[] read, long calledAt, long endedAt, Predicate<Write> mayBeLost) {
    List<String> faults = new ArrayList<>();
    String text = new String(read, StandardCharsets.UTF_8);
    Write found = writes.get(text);
    if (found == null && !text.isEmpty()) {
      faults.add("nobody wrote these %d bytes of %s: %s".formatted(read.length, path, text));
    } else if (found != null && found.calledAt > endedAt) {
      faults.add("'" + text + "' is read before it was written");
    } else if (found != null || !mayBeEmpty(calledAt, endedAt, mayBeLost)) {
      addOutOfDate(found, text, calledAt, mayBeLost, faults);
    }
    return faults;
  }

  /**
   * Whether a write that first empties the file may be under way, never have ended, or be forgotten
   * but for its first half.
   */
  private boolean mayBeEmpty(long calledAt, long endedAt, Predicate<Write> mayBeLost) {
    return writes.values().stream()
        .filter(write -> write.calledAt <= endedAt)
        .anyMatch(write -> !write.isAcknowledgedBefore(calledAt) || mayBeLost.test(write));
  }

  /**
   * @param found null for a file that nobody wrote to
   */
  private void addOutOfDate(
      @Nullable Write found,
      String text,
      long calledAt,
      Predicate<Write> mayBeLost,
      List<String> faults) {
    writes.forEach(
        (other, later) -> {
          boolean isLater = found == null || found.isAcknowledgedBefore(later.calledAt);
          if (isLater && later.isAcknowledgedBefore(calledAt) && !mayBeLost.test(later)) {
            faults.add(
                "'%s' was acknowledged at %d us, but %s holds '%s' at %d us"
                    .formatted(
                        other.lines().findFirst().orElse(""),
                        later.acknowledgedAt / 1_000,
                        path,
                        text.lines().findFirst().orElse(""),
                        calledAt / 1_000));
          }
        });
  }
}
