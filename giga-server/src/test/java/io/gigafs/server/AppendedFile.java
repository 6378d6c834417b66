package io.gigafs.server;

import io.gigafs.server.History.Outcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A file to which clients append distinct lines, with the outcomes. A reader finds each line that
 * was acknowledged before its read exactly once, the lines of a client in order, and no other lines
 * than those that a client tried to append.
 */
final class AppendedFile {
  private static final long NEVER = Long.MAX_VALUE;

  private final String path;
  private final Map<String, Line> lines = new HashMap<>();

  AppendedFile(String path) {
    this.path = path;
  }

  /**
   * A line.
   *
   * @param writer the client
   * @param acknowledgedAt when its append was acknowledged, or never
   */
  record Line(String writer, long calledAt, long acknowledgedAt) {
    boolean isAcknowledgedBefore(long nanos) {
      return acknowledgedAt < nanos;
    }
  }

  String path() {
    return path;
  }

  /** Begins a new line, which ends with a line feed. */
  ByteBuffer begin(String writer, long nowNanos) {
    String text = path + " " + lines.size() + " of " + writer;
    lines.put(text, new Line(writer, nowNanos, NEVER));
    return ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Records the outcome of an append. */
  void end(ByteBuffer appended, Outcome outcome, long nowNanos) {
    String text = textOf(appended.duplicate().rewind()).strip();
    if (outcome == Outcome.DONE) {
      lines.computeIfPresent(text, (same, line) -> new Line(line.writer, line.calledAt, nowNanos));
    } else if (outcome != Outcome.UNKNOWN) {
      lines.remove(text);
    }
  }

  /**
   * The faults in the bytes that were read.
   *
   * @param calledAt when the read began
   * @param mayBeLost whether a crashed machine may have lost lines
   */
  List<String> faultsOf(ByteBuffer read, long calledAt, Predicate<Line> mayBeLost) {
    List<String> faults = new ArrayList<>();
    String text = textOf(read);
    if (!text.isEmpty() && !text.endsWith("\n")) {
      faults.add(path + " ends within a line");
    }
    Map<String, Integer> places = new HashMap<>();
    for (String line : text.lines().toList()) {
      if (!lines.containsKey(line)) {
        faults.add("'%s' of %s was refused, or nobody wrote it".formatted(line, path));
      } else if (places.putIfAbsent(line, places.size()) != null) {
        faults.add("'" + line + "' is there twice");
      }
    }
    lines.forEach(
        (line, write) -> {
          if (write.isAcknowledgedBefore(calledAt)
              && !places.containsKey(line)
              && !mayBeLost.test(write)) {
            faults.add(
                "'%s' was acknowledged at %d us and is not there at %d us"
                    .formatted(line, write.acknowledgedAt / 1_000, calledAt / 1_000));
          }
        });
    addDisorder(places, mayBeLost, faults);
    return faults;
  }

  private void addDisorder(
      Map<String, Integer> places, Predicate<Line> mayBeLost, List<String> faults) {
    places.forEach(
        (line, place) ->
            places.forEach(
                (other, otherPlace) -> {
                  Line first = lines.get(line);
                  Line second = lines.get(other);
                  if (first != null
                      && second != null
                      && first.writer.equals(second.writer)
                      && first.isAcknowledgedBefore(second.calledAt)
                      && place > otherPlace
                      && !mayBeLost.test(first)) {
                    faults.add("'%s' was there first, but is behind '%s'".formatted(line, other));
                  }
                }));
  }

  private static String textOf(ByteBuffer bytes) {
    return StandardCharsets.UTF_8.decode(bytes).toString();
  }
}
