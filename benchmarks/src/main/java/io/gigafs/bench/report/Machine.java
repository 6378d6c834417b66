package io.gigafs.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes the machine and the software of a measurement. */
public final class Machine {
  private static final long KIB_IN_GIB = 1 << 20;

  private Machine() {}

  /**
   * Facts by name.
   *
   * @param directory whose file system has the data
   */
  public static Map<String, String> facts(Path directory) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("commit", System.getProperty("giga.commit", "unknown"));
    facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
    facts.put(
        "system", System.getProperty("os.name") + " " + System.getProperty("os.version", "?"));
    facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("processor", first("/proc/cpuinfo", "model name\\s*:\\s*(.*)"));
    String kib = first("/proc/meminfo", "MemTotal:\\s*(\\d+) kB");
    facts.put("memory", kib.isEmpty() ? "" : Long.parseLong(kib) / KIB_IN_GIB + " GiB");
    facts.put("file_system", Files.getFileStore(directory).type());
    return facts;
  }

  /** The first match in a file of Linux; empty on other systems. */
  private static String first(String file, String pattern) throws IOException {
    Path path = Path.of(file);
    if (!Files.exists(path)) {
      return "";
    }
    Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(path));
    return matcher.find() ? matcher.group(1).strip() : "";
  }
}
