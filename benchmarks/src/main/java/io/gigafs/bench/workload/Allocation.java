package io.gigafs.bench.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much a Java process has allocated on its heap, as its collections tell: what lay there before
 * each less what the one before had left. What was allocated since the last one is not seen, so it
 * takes more than a few young generations to be near the truth.
 *
 * @param log where the process logs its collections
 */
public record Allocation(Path log) {
  /** As Java logs a collection: before, after, and how large the heap is. */
  private static final Pattern COLLECTION = Pattern.compile("(\\d+)M->(\\d+)M\\(\\d+M\\)");

  private static final long MEBIBYTE = 1 << 20;

  /** What Java is to be told for its collections to be seen. */
  public String option() {
    return "-Xlog:gc:file=" + log + "::filecount=0";
  }

  /** All that was allocated until the last collection. */
  public long bytes() throws IOException {
    long mebibytes = 0;
    long left = 0;
    Matcher collections = COLLECTION.matcher(Files.readString(log, StandardCharsets.UTF_8));
    while (collections.find()) {
      mebibytes += Math.max(0, Long.parseLong(collections.group(1)) - left);
      left = Long.parseLong(collections.group(2));
    }
    return mebibytes * MEBIBYTE;
  }
}
