package io.gigafs.bench.hotspot;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.Workload;
import io.gigafs.protocol.FileAttributes;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** Stats randomly chosen files, whatever the number. */
record RandomStats(AsyncGigaClient client, List<GigaPath> files, SplittableRandom random)
    implements Workload<FileAttributes> {
  @Override
  public CompletableFuture<FileAttributes> send(long from, long to) {
    return client.stat(files.get(random.nextInt(files.size())));
  }

  @Override
  public String describe(long number) {
    return "stat " + number;
  }
}
