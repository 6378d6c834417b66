package io.gigafs.client.connect;

import io.gigafs.client.data.OpenFiles;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.AttributeChange;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Orders operations on paths after this client's buffered writes: flushes these first. Costs
 * requests only while there are such writes. Safe for use by several threads.
 */
final class DirtyDataBarrier {
  private final OpenFiles files;

  DirtyDataBarrier(OpenFiles files) {
    this.files = files;
  }

  /** A file's attributes; requested again if writes to it had to be flushed. */
  CompletableFuture<FileAttributes> stat(Supplier<CompletableFuture<FileAttributes>> stat) {
    long asked = files.nowNanos();
    return with(asked, stat.get(), stat);
  }

  /**
   * The attributes that an operation returned.
   *
   * @param stat requests them again, if writes to the file had to be flushed
   */
  CompletableFuture<FileAttributes> with(
      CompletableFuture<FileAttributes> answer, Supplier<CompletableFuture<FileAttributes>> stat) {
    return with(files.nowNanos(), answer, stat);
  }

  private CompletableFuture<FileAttributes> with(
      long askedNanos,
      CompletableFuture<FileAttributes> answer,
      Supplier<CompletableFuture<FileAttributes>> stat) {
    if (!files.mayHaveUnflushed() && files.writeBack() == null) {
      return answer;
    }
    return Futures.then(
        Futures.then(
            answer,
            attributes ->
                Futures.then(
                    files.publish(attributes.inode()),
                    flushed ->
                        flushed ? stat.get() : CompletableFuture.completedFuture(attributes))),
        attributes -> withBacklog(askedNanos, attributes, stat));
  }

  /** If bytes were uploaded after the server's measurement, the attributes are requested again. */
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
   * @param lookup determines the file; if it fails, the operation itself will report the reason
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

  /**
   * An operation that shows many files. Writes in the writeback journal need not be uploaded for
   * it.
   */
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

  /** A change of attributes; passes the result to open handles of the file. */
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
