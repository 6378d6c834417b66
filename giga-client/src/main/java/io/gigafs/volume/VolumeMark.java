package io.gigafs.volume;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mark at the root of a volume. It prevents confusion with another volume, or with an empty
 * mount point.
 *
 * @param volume the volume's number in its cluster
 */
public record VolumeMark(UUID clusterId, int volume) {
  private static final Pattern TEXT =
      Pattern.compile(
          "giga volume ([1-9][0-9]{0,8})\ncluster"
              + " ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\n");

  /** The contents of the file at the root. */
  public String text() {
    return "giga volume " + volume + "\ncluster " + clusterId + "\n";
  }

  /** Parses the text of {@link #text}; empty for any other text. */
  public static Optional<VolumeMark> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new VolumeMark(UUID.fromString(matcher.group(2)), Integer.parseInt(matcher.group(1))))
        : Optional.empty();
  }
}
