package io.gigafs.server.command;

import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Output;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Results of programs that ran on the mounted cluster.
 *
 * @param obstacle why nothing was mounted; empty if it was
 */
record DemoPrograms(String obstacle, List<Outcome> outcomes) {
  private static final long DEADLINE_SECONDS = 120;
  private static final int SAID = 300;

  /** A bash script for the mount: $source is the source tree, $to the directory for its work. */
  private record Program(String command, String script) {}

  /** Each works in a directory of its own, and finally compares with the local tree. */
  private static final List<Program> PROGRAMS =
      List.of(
          new Program("cp", "cp -r \"$source\" \"$to/copy\"; diff -r \"$source\" \"$to/copy\""),
          new Program(
              "tar",
              "tar -C \"$source\" -cf \"$to/all.tar\" .; mkdir \"$to/out\";"
                  + " tar -C \"$to/out\" -xf \"$to/all.tar\"; diff -r \"$source\" \"$to/out\""),
          new Program(
              "git",
              "cp -r \"$source\" \"$to/work\"; cd \"$to/work\"; git init -q; git add .;"
                  + " git -c user.name=demo -c user.email=demo@localhost commit -q -m demo;"
                  + " git fsck --full 2>&1; test -z \"$(git status --porcelain)\""),
          new Program(
              "sqlite3",
              "sqlite3 \"$to/db\" 'create table t(i integer primary key, x);"
                  + " with recursive n(i) as (select 1 union all select i+1 from n where i<2000)"
                  + " insert into t select i, hex(i) from n;';"
                  + " test \"$(sqlite3 \"$to/db\" 'pragma integrity_check; select count(*) from t')\""
                  + " = $'ok\\n2000'"),
          new Program(
              "find",
              "cp -r \"$source\" \"$to/copy\"; diff <(cd \"$source\" && find . -printf '%P %y %s\\n'"
                  + " | sed 's/ d .*/ d/' | sort) <(cd \"$to/copy\" && find . -printf '%P %y %s\\n'"
                  + " | sed 's/ d .*/ d/' | sort)"),
          new Program(
              "rsync",
              "rsync -a \"$source/\" \"$to/copy/\";"
                  + " test -z \"$(rsync -anc --delete --itemize-changes \"$source/\" \"$to/copy/\")\""));

  DemoPrograms {
    outcomes = List.copyOf(outcomes);
  }

  /**
   * The result of one program.
   *
   * @param isThere whether it is installed; if not, it was skipped
   * @param complaint the failure; empty if there was none
   */
  record Outcome(String program, boolean isThere, String complaint, double seconds) {}

  static DemoPrograms notMounted(String why) {
    return new DemoPrograms(why, List.of());
  }

  /**
   * Runs all installed programs.
   *
   * @param mountPoint of the cluster
   * @param local a directory to be created, for the data to compare with
   */
  static DemoPrograms run(Path mountPoint, Path local) throws IOException, InterruptedException {
    Path source = makeTree(local.resolve("source"));
    List<Outcome> outcomes = new ArrayList<>();
    for (Program program : PROGRAMS) {
      Path work = Files.createDirectories(mountPoint.resolve("programs").resolve(program.command));
      outcomes.add(run(program, source, work, local.resolve(program.command + ".log")));
    }
    return new DemoPrograms("", outcomes);
  }

  /** A small tree: files of several sizes, some of them large enough for a volume, and a link. */
  private static Path makeTree(Path root) throws IOException {
    for (int i = 0; i < 10; i++) {
      Path directory = Files.createDirectories(root.resolve("d" + i));
      for (int j = 0; j < 20; j++) {
        String line = "file " + j + " of directory " + i + "\n";
        Files.writeString(directory.resolve("f" + j), line.repeat(1 + i * j * j));
      }
    }
    Files.createSymbolicLink(root.resolve("link"), Path.of("d0", "f0"));
    return root;
  }

  private static Outcome run(Program program, Path source, Path work, Path log)
      throws IOException, InterruptedException {
    if (bash("command -v " + program.command, source, work, log) != 0) {
      return new Outcome(program.command, false, "", 0);
    }
    long begun = System.nanoTime();
    int exitCode = bash(program.script, source, work, log);
    double seconds = (System.nanoTime() - begun) / 1e9;
    String said = Files.readString(log, StandardCharsets.ISO_8859_1).strip();
    String complaint =
        exitCode == 0
            ? ""
            : "it ended with " + exitCode + ": " + said.substring(0, Math.min(SAID, said.length()));
    return new Outcome(program.command, true, complaint, seconds);
  }

  private static int bash(String script, Path source, Path work, Path log)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", script)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("source", source.toString());
    builder.environment().put("to", work.toString());
    Process process = builder.start();
    try {
      return process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
    } finally {
      process.destroyForcibly();
    }
  }

  /** The failures. */
  List<String> complaints() {
    return outcomes.stream()
        .filter(outcome -> !outcome.complaint.isEmpty())
        .map(outcome -> outcome.program + " on the mounted cluster: " + outcome.complaint)
        .toList();
  }

  void print(Output out) {
    if (!obstacle.isEmpty()) {
      out.println("Not mounted: " + obstacle + ".");
      return;
    }
    List<String> words = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      words.add(
          !outcome.isThere
              ? outcome.program + " is not installed"
              : outcome.complaint.isEmpty()
                  ? String.format(Locale.ROOT, "%s in %.1f s", outcome.program, outcome.seconds)
                  : outcome.program + " FAILED");
    }
    out.println("Mounted, programs did as on a local directory: " + String.join(", ", words) + ".");
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("mounted", obstacle.isEmpty())
        .put("obstacle", obstacle)
        .put(
            "programs",
            outcomes.stream()
                .map(
                    outcome ->
                        new JsonObject()
                            .put("program", outcome.program)
                            .put("installed", outcome.isThere)
                            .put("complaint", outcome.complaint)
                            .put("seconds", outcome.seconds))
                .toList());
  }
}
