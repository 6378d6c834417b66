package io.gigafs.bench.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resource usage of a process of this machine so far, as reported by Linux (proc(5)).
 *
 * @param residentBytes peak resident memory
 * @param writtenBytes bytes written to disks: pages that it made dirty, and direct writes
 */
public record ProcessUse(long residentBytes, long writtenBytes) {
  private static final long KIBIBYTE = 1 << 10;

  /** The usage of a running process of this user. */
  public static ProcessUse of(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    return new ProcessUse(
        number(process.resolve("status"), "VmHWM") * KIBIBYTE,
        number(process.resolve("io"), "write_bytes"));
  }

  private static long number(Path file, String name) throws IOException {
    Matcher line =
        Pattern.compile("(?m)^" + name + ":\\s+(\\d+)")
            .matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (!line.find()) {
      throw new IOException(file + " has no " + name);
    }
    return Long.parseLong(line.group(1));
  }
}
