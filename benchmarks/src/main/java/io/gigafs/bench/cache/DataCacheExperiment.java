package io.gigafs.bench.cache;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a file on a slow volume once and again, with a data cache and without: with the library in
 * this process, and through a mount.
 *
 * <p>A pass reads the file sequentially in pieces, and compares each with the written bytes. The
 * same code reads and compares the local file. Between passes of a mount the kernel's cached pages
 * of the file are dropped, and those of the local file too in the passes that are compared with
 * these. So bytes come from the data cache and not from the page cache.
 */
public final class DataCacheExperiment implements Experiment {
  private static final Parameter BYTES = Parameter.number("bytes", 256L << 20, "of the file");
  private static final Parameter PIECE = Parameter.number("piece", 1 << 20, "bytes of a read");
  private static final Parameter DELAY =
      Parameter.number("delay", 2000, "microseconds that each call on the volume takes longer");
  private static final Parameter ROUNDS = Parameter.number("rounds", 3, "turns; medians count");

  @Override
  public String name() {
    return "data-cache";
  }

  @Override
  public String question() {
    return "How fast is a file on a slow volume read the first and the second time?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(BYTES, PIECE, DELAY, ROUNDS);
  }

  @Override
  public void run(Run run) throws Exception {
    Passes passes = new Passes(run.seed(), run.number(BYTES), run.count(PIECE));
    Path local = run.directory().resolve("local");
    try (CacheSite site =
        CacheSite.start(
            Files.createDirectory(run.directory().resolve("site")), run.number(DELAY))) {
      site.write(passes);
      passes.writeLocal(local);
      Rounds rounds = new Rounds(run, passes, local);
      for (int round = 0; round < run.count(ROUNDS); round++) {
        client(site, rounds, round);
        mount(site, rounds, round);
        memory(site, rounds, round);
      }
      rounds.report();
    }
  }

  private static void client(CacheSite site, Rounds rounds, int round)
      throws IOException, InterruptedException {
    double without;
    try (CacheSite.Reader plain = site.client(null)) {
      without = rounds.pass("client without cache", plain);
    }
    Path cache = site.newCache("client" + round);
    try (CacheSite.Reader reader = site.client(cache)) {
      rounds.firstPass("client", reader, without);
      rounds.compare("client, second pass", reader);
    }
    try (CacheSite.Reader reader = site.client(cache)) {
      rounds.pass("client, after a restart", reader);
    }
  }

  private static void mount(CacheSite site, Rounds rounds, int round)
      throws IOException, InterruptedException {
    double without;
    try (CacheSite.Reader plain = site.mount("plain" + round, null)) {
      without = rounds.pass("mount without cache", plain);
    }
    try (CacheSite.Reader reader = site.mount("cached" + round, site.newCache("mount" + round))) {
      rounds.firstPass("mount", reader, without);
      rounds.pass("mount, second pass, pages of the kernel", reader);
      reader.dropPages();
      rounds.compare("mount, second pass", reader);
    }
  }

  private static void memory(CacheSite site, Rounds rounds, int round)
      throws IOException, InterruptedException {
    try (CacheSite.Reader reader = site.memory("memory" + round, rounds.passes())) {
      rounds.pass("mount of a file in memory, pages of the kernel", reader);
      reader.dropPages();
      rounds.compare("mount of a file in memory", reader);
    }
  }
}
