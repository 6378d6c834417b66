package io.gigafs.cluster.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A short, readable text form of slot sets: {@code 7,10-20,32-62/3} denotes slot 7, the slots 10 to
 * 20, and every third slot from 32 to 62. A round-robin assignment of slots yields one range for
 * each server.
 */
final class SlotRanges {
  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,5})(?:-(\\d{1,5})(?:/(\\d{1,5}))?)?");

  /** Two slots are written one by one, which is no longer than a range. */
  private static final int MIN_RANGE = 3;

  private SlotRanges() {}

  /**
   * @param slots in ascending order
   */
  static String format(int[] slots) {
    List<String> ranges = new ArrayList<>();
    int at = 0;
    while (at < slots.length) {
      int end = endOfRun(slots, at);
      if (end - at < MIN_RANGE) {
        end = at + 1;
      }
      ranges.add(range(slots, at, end));
      at = end;
    }
    return String.join(",", ranges);
  }

  /**
   * Passes each slot of a text to a consumer.
   *
   * @throws IllegalArgumentException if the text is no list of slots
   */
  static void parse(String text, IntConsumer slots) {
    if (text.isEmpty()) {
      return;
    }
    for (String range : COMMA.split(text, -1)) {
      Matcher matcher = RANGE.matcher(range);
      if (!matcher.matches()) {
        throw new IllegalArgumentException("'" + range + "' is not a range of slots");
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      int step = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
      if (last < first || step == 0) {
        throw new IllegalArgumentException("'" + range + "' is not a range of slots");
      }
      for (int slot = first; slot <= last; slot += step) {
        slots.accept(slot);
      }
    }
  }

  /** The index behind the longest run of equidistant slots, with the distance of the first two. */
  private static int endOfRun(int[] slots, int start) {
    int end = start + 1;
    while (end < slots.length && slots[end] - slots[end - 1] == slots[start + 1] - slots[start]) {
      end++;
    }
    return end;
  }

  private static String range(int[] slots, int start, int end) {
    if (end - start == 1) {
      return Integer.toString(slots[start]);
    }
    int step = slots[start + 1] - slots[start];
    return slots[start] + "-" + slots[end - 1] + (step == 1 ? "" : "/" + step);
  }
}
