package io.gigafs.bench.workload;

import io.gigafs.bench.experiment.Run;
import io.gigafs.cli.ErrorText;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.LoadResult;
import io.gigafs.load.Workload;
import java.io.IOException;
import java.util.function.IntFunction;

/** A load that shows its progress, and that fails when any of its requests does. */
public final class ShownLoad {
  private static final int MODE = 0755;
  private static final int BULK_WINDOW = 4;
  private static final int BULK = 500;

  private ShownLoad() {}

  /** Runs a load to its end. */
  public static LoadResult run(
      Run run, String what, LoadGenerator.Shape shape, IntFunction<Workload<?>> workloads)
      throws IOException, InterruptedException {
    LoadGenerator load = new LoadGenerator(shape);
    LoadResult result =
        run.during(
            () -> what + ": " + load.done() + " of " + shape.numbers(), () -> load.run(workloads));
    return succeeded(what, result);
  }

  /** The result of a load, if no request has failed. */
  public static LoadResult succeeded(String what, LoadResult result) throws IOException {
    if (result.errors() > 0) {
      throw new IOException(what + " failed: " + result.firstErrors(ErrorText::ofFile));
    }
    return result;
  }

  /** Creates a directory with a number of numbered files, in bulk. */
  public static DirectoryWorkloads filled(Run run, GigaClient client, GigaPath path, long files)
      throws IOException, InterruptedException {
    client.makeDirectory(path, MODE);
    DirectoryWorkloads directory = new DirectoryWorkloads(client.async(), path);
    run(
        run,
        "filling " + path,
        new LoadGenerator.Shape(1, files, BULK_WINDOW, BULK, 0),
        thread -> directory.createInBulk());
    return directory;
  }
}
