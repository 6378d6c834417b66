package io.gigafs.cli.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;

/**
 * A process that makes system calls on numbered files, one after the other: its standard input has
 * a line for each {@link Job}, and it answers with a line when that is done. What it calls by the
 * JDK is one system call each, two for a file that is made, open(2) and close(2).
 */
public final class CallLoad {
  private CallLoad() {}

  /** What to do with files. */
  enum Call {
    CREATE,
    STAT,
    UNLINK
  }

  /** Calls on the files {@code from} to {@code to}, which is not among them, of a directory. */
  record Job(Call call, long from, long to, String directory) {
    private static final int FIELDS = 4;

    static Job parse(String line) {
      String[] fields = line.split(" ", FIELDS);
      return new Job(
          Call.valueOf(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2]), fields[3]);
    }

    @Override
    public String toString() {
      return call + " " + from + " " + to + " " + directory;
    }

    /** Does it; how many calls failed, and how the first of them did. */
    private String run() {
      long failed = 0;
      String first = "";
      for (long number = from; number < to; number++) {
        try {
          call(new File(directory, NumberedNames.of(number).toString()));
        } catch (IOException e) {
          first = failed == 0 ? String.valueOf(e) : first;
          failed++;
        }
      }
      return failed + " " + first.replace('\n', ' ');
    }

    private void call(File file) throws IOException {
      boolean done =
          switch (call) {
            case CREATE -> file.createNewFile();
            case STAT -> Files.readAttributes(file.toPath(), BasicFileAttributes.class).size() >= 0;
            case UNLINK -> file.delete();
          };
      if (!done) {
        throw new IOException(call.name().toLowerCase(Locale.ROOT) + " of " + file + " failed");
      }
    }
  }

  /** Takes no arguments. */
  public static void main(String[] arguments) throws IOException {
    BufferedReader jobs =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    say("ready");
    for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
      say(Job.parse(line).run());
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
