package io.gigafs.client;

import io.gigafs.client.data.OpenFiles;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.FileAttributes;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Has operations on paths see what the client itself wrote and keeps in memory: that is flushed
 * first, and costs requests only while there is such a thing. Safe for use by several threads.
 */
final class DirtyDataBarrier {
  private final OpenFiles files;

  DirtyDataBarrier(OpenFiles files) {
    this.files = files;
  }

  /** A file's attributes; asked for again, if what was written to it had to be flushed. */
  CompletableFuture<FileAttributes> stat(Supplier<CompletableFuture<FileAttributes>> stat) {
    long asked = files.nowNanos();
    return with(asked, stat.get(), stat);
  }

  /**
   * Attributes that an operation ended with.
   *
   * @param stat asks for them again, if what was written to the file had to be flushed
   */
  CompletableFuture<FileAttributes> with(
      CompletableFuture<FileAttributes> told, Supplier<CompletableFuture<FileAttributes>> stat) {
    return with(files.nowNanos(), told, stat);
  }

  private CompletableFuture<FileAttributes> with(
      long askedNanos,
      CompletableFuture<FileAttributes> told,
      Supplier<CompletableFuture<FileAttributes>> stat) {
    if (!files.mayHaveUnflushed() && files.writeBack() == null) {
      return told;
    }
    return Futures.then(
        Futures.then(
            told,
            attributes ->
                Futures.then(
                    files.publish(attributes.inode()),
                    flushed ->
                        flushed ? stat.get() : CompletableFuture.completedFuture(attributes))),
        attributes -> withBacklog(askedNanos, attributes, stat));
  }

  /** What was uploaded after the server had measured is asked for again. */
  private CompletableFuture<FileAttributes> withBacklog(
      long askedNanos,
      FileAttributes attributes,
      Supplier<CompletableFuture<FileAttributes>> stat) {
    FileAttributes with = files.withBacklog(attributes);
    if (!files.hasUploadedSince(attributes.inode(), askedNanos)) {
      return CompletableFuture.completedFuture(with);
    }
    UnaryOperator<FileAttributes> backlog = files.backlogOf(attributes.inode());
    return Futures.then(
        stat.get(),
        now ->
            CompletableFuture.completedFuture(
                now.inode().equals(attributes.inode())
                    ? backlog.apply(now)
                    : files.withBacklog(now)));
  }

  /**
   * An operation on a file.
   *
   * @param lookup tells which file it is; if that fails, the operation will tell why
   */
  <T> CompletableFuture<T> before(
      Supplier<CompletableFuture<FileAttributes>> lookup,
      Supplier<CompletableFuture<T>> operation) {
    if (!files.mayHaveUnflushed()) {
      return operation.get();
    }
    CompletableFuture<InodeId> file =
        lookup.get().handle((found, failure) -> found == null ? InodeId.ROOT : found.inode());
    return Futures.then(Futures.then(file, files::flush), flushed -> operation.get());
  }

  /** An operation that shows many files; what is in the writeback journal need not be there. */
  <T> CompletableFuture<T> beforeListing(Supplier<CompletableFuture<T>> operation) {
    return files.mayHaveUnflushed()
        ? Futures.then(files.publishAll(), flushed -> operation.get())
        : operation.get();
  }

  /** An operation on many files. */
  <T> CompletableFuture<T> beforeAll(Supplier<CompletableFuture<T>> operation) {
    return files.mayHaveUnflushed()
        ? Futures.then(files.flushAll(), flushed -> operation.get())
        : operation.get();
  }

  /** A change of attributes; open handles learn what it did to their file. */
  CompletableFuture<FileAttributes> change(
      AttributeChange change, CompletableFuture<FileAttributes> changed) {
    if (change.size() == null && change.modified() == null) {
      return changed;
    }
    return Futures.then(
        changed,
        attributes -> {
          files.changed(attributes, change.size() != null, change.modified() != null);
          return CompletableFuture.completedFuture(attributes);
        });
  }
}
