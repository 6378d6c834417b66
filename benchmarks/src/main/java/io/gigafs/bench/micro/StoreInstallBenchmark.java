package io.gigafs.bench.micro;

import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.RangeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The cost of installing the rows of half a large partition from files. */
@State(Scope.Thread)
public class StoreInstallBenchmark {
  private static final int FILES = 40_000;
  private static final EntryRange RANGE = EntryRange.of(SampleFiles.DIRECTORY.value());

  private SampleStore sample;
  private Scratch extracted;
  private Scratch incoming;
  private List<RangeFile> files;
  private List<RangeFile> arrived = List.of();

  @Setup
  public void prepare() throws IOException {
    sample = SampleStore.of(FILES);
    extracted = Scratch.make();
    incoming = Scratch.make();
    files = sample.store().extract(RANGE, extracted.path()).files();
  }

  /** The store consumes files, so each invocation needs copies. */
  @Setup(Level.Invocation)
  public void arrive() throws IOException {
    List<RangeFile> copies = new ArrayList<>();
    for (RangeFile file : files) {
      Path copy = incoming.path().resolve(Objects.requireNonNull(file.path().getFileName()));
      Files.copy(file.path(), copy);
      copies.add(new RangeFile(file.family(), copy));
    }
    arrived = copies;
  }

  @TearDown(Level.Invocation)
  public void clean() throws IOException {
    incoming.empty();
  }

  @TearDown
  public void close() throws IOException {
    sample.close();
    extracted.close();
    incoming.close();
  }

  @Benchmark
  public void install() {
    sample.store().install(RANGE, arrived);
  }
}
