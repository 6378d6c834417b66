package io.gigafs.volume;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands at the root of a volume, so that it is never taken for another one, nor an empty
 * mount point for it.
 *
 * @param volume the volume's number in its cluster
 */
public record VolumeMark(UUID clusterId, int volume) {
  private static final Pattern TEXT =
      Pattern.compile(
          "giga volume ([1-9][0-9]{0,8})\ncluster"
              + " ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\n");

  /** What the file at the root holds. */
  public String text() {
    return "giga volume " + volume + "\ncluster " + clusterId + "\n";
  }

  /** The mark of a text that {@link #text} gave; nothing for any other text. */
  public static Optional<VolumeMark> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new VolumeMark(UUID.fromString(matcher.group(2)), Integer.parseInt(matcher.group(1))))
        : Optional.empty();
  }
}
