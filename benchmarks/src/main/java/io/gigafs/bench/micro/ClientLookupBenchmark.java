package io.gigafs.bench.micro;

import io.gigafs.client.GigaPath;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Stat of a file by its path when the client has the parent directories in its cache: one at a
 * time, and with 64 outstanding. A server in this process answers, so allocated bytes include both.
 */
@State(Scope.Thread)
public class ClientLookupBenchmark {
  private static final int WINDOW = 64;

  /** Number of directories in the path, including the root. */
  @Param({"1", "8"})
  public int depth;

  private final SlidingWindow window = new SlidingWindow(WINDOW);
  private LocalServer local;
  private GigaPath file;

  @Setup
  public void prepare() throws IOException, GigaException {
    local = LocalServer.start();
    StringBuilder path = new StringBuilder();
    for (int i = 1; i < depth; i++) {
      path.append("/directory").append(i);
      local.client().makeDirectory(GigaPath.parse(path.toString()), 0755);
    }
    file = GigaPath.parse(path + "/" + SampleNames.name(1));
    local.client().create(file, 0644, true);
  }

  @TearDown(Level.Iteration)
  public void drain() {
    window.drain();
  }

  @TearDown
  public void close() throws IOException {
    local.close();
  }

  @Benchmark
  public FileAttributes alone() throws GigaException {
    return local.client().stat(file);
  }

  @Benchmark
  public void windowOf64() {
    window.enter();
    window.add(local.client().async().stat(file));
  }
}
