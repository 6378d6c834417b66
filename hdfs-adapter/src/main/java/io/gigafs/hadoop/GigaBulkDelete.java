package io.gigafs.hadoop;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Awaiting;
import io.gigafs.client.GigaPath;
import io.gigafs.hadoop.failure.HadoopExceptions;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.BulkDeleteUtils;
import org.apache.hadoop.fs.Path;

/**
 * Removes many files with all requests outstanding at once, and then empty directories, the deepest
 * ones first.
 */
record GigaBulkDelete(AsyncGigaClient client, Path basePath) implements BulkDelete {
  private static final int PAGE = 1_000;

  /** Returns Hadoop's type, so that the verifier of callers need not load this class. */
  static BulkDelete of(AsyncGigaClient client, Path basePath) {
    return new GigaBulkDelete(client, basePath);
  }

  @Override
  public int pageSize() {
    return PAGE;
  }

  @Override
  public List<Map.Entry<Path, String>> bulkDelete(Collection<Path> paths) throws IOException {
    BulkDeleteUtils.validateBulkDeletePaths(paths, PAGE, basePath);
    Map<Path, GigaException> failures = removeAll(paths, client::unlink);
    TreeMap<Integer, List<Path>> directories = new TreeMap<>(Comparator.reverseOrder());
    failures.forEach(
        (path, failure) -> {
          if (failure.code() == ErrorCode.EISDIR) {
            directories.computeIfAbsent(path.depth(), unused -> new ArrayList<>()).add(path);
          }
        });
    for (List<Path> level : directories.values()) {
      failures.keySet().removeAll(level);
      failures.putAll(removeAll(level, client::removeDirectory));
    }
    List<Map.Entry<Path, String>> messages = new ArrayList<>();
    failures.forEach(
        (path, failure) ->
            messages.add(Map.entry(path, HadoopExceptions.of(path, failure).toString())));
    return messages;
  }

  /** The paths that could not be removed, and why; missing paths are not included. */
  private static Map<Path, GigaException> removeAll(
      Collection<Path> paths, Function<GigaPath, CompletableFuture<Void>> removal)
      throws IOException {
    Map<Path, CompletableFuture<Void>> underWay = new LinkedHashMap<>();
    for (Path path : paths) {
      underWay.put(path, removal.apply(HadoopPaths.of(path)));
    }
    Map<Path, GigaException> failures = new LinkedHashMap<>();
    underWay.forEach(
        (path, future) -> {
          try {
            Awaiting.result(future);
          } catch (GigaException e) {
            if (!HadoopExceptions.isMissing(e)) {
              failures.put(path, e);
            }
          }
        });
    return failures;
  }

  @Override
  public void close() {}
}
