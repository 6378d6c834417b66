package io.gigafs.cli.fs;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** Removes whole trees, files before their directories. Links are not followed. */
final class Remover implements TreeWalk.Visitor {
  private final AsyncGigaClient client;
  private final BiConsumer<Operand, Boolean> removed;
  private final BiConsumer<Operand, Throwable> failed;

  /**
   * @param removed receives removed files, and whether they were directories; called by several
   *     threads, as is failed
   */
  Remover(
      AsyncGigaClient client,
      BiConsumer<Operand, Boolean> removed,
      BiConsumer<Operand, Throwable> failed) {
    this.client = client;
    this.removed = removed;
    this.failed = failed;
  }

  @Override
  public CompletableFuture<?> visit(Operand file, ListedEntry entry) {
    return client.unlink(file.path()).thenRun(() -> removed.accept(file, false));
  }

  @Override
  public CompletableFuture<?> leave(Operand directory) {
    return client.removeDirectory(directory.path()).thenRun(() -> removed.accept(directory, true));
  }

  @Override
  public void failed(Operand operand, Throwable thrown) {
    failed.accept(operand, thrown);
  }
}
