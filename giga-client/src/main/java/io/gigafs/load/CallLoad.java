package io.gigafs.load;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;

/**
 * A process that makes system calls on numbered files, one after the other. Its standard input has
 * a line for each {@link Job}, and it answers with a line when the job is done. Each JDK call is
 * one system call, or two for a new file: open(2) and close(2).
 */
final class CallLoad {
  private CallLoad() {}

  /** The operation on files. */
  enum Call {
    CREATE,
    STAT,
    UNLINK
  }

  /** Calls on the files from {@code from} up to, not including, {@code to} in a directory. */
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

    /** Runs the job; returns the number of failed calls, and the first failure. */
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
