package io.gigafs.cli.dump;

import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * An entry that needs more than its attributes: a link, a file with several names, with extended
 * attributes, or with more bytes than fit in a request. It is created step by step, with its
 * attributes last, so that an entry that has them is complete. For one thread.
 */
final class LoadedEntry {
  private static final int NEW_MODE = 0600;

  private final AsyncGigaClient client;
  private final GigaPath path;
  private final DumpRecord.Entry record;
  private final int mostInlineBytes;
  private final boolean resumes;
  private final CompletableFuture<Void> parentExists;
  private final List<Xattr> xattrs = new ArrayList<>();

  /** The file that is being filled; empty if it exists already. Null until bytes come. */
  private CompletableFuture<Optional<OpenFile>> filled;

  private boolean hasBytes;

  /** Completes when all steps so far are done. */
  private CompletableFuture<Void> made;

  /**
   * @param mostInlineBytes the inline limit of the cluster's servers
   * @param resumes whether it, or a part of it, may exist already
   */
  LoadedEntry(
      AsyncGigaClient client,
      GigaPath path,
      DumpRecord.Entry record,
      int mostInlineBytes,
      boolean resumes,
      CompletableFuture<Void> parentExists) {
    this.client = client;
    this.path = path;
    this.record = record;
    this.mostInlineBytes = mostInlineBytes;
    this.resumes = resumes;
    this.parentExists = parentExists;
    this.filled = CompletableFuture.completedFuture(Optional.empty());
    this.made = parentExists;
  }

  GigaPath path() {
    return path;
  }

  void add(Xattr xattr) {
    xattrs.add(xattr);
  }

  /** Writes bytes of the file; completes when they are written. */
  CompletableFuture<Void> write(DumpRecord.Bytes part) {
    if (!hasBytes) {
      hasBytes = true;
      filled = parentExists.thenCompose(exists -> beginFilling());
      made = filled.thenAccept(file -> {});
    }
    made =
        made.thenComposeAsync( // writes may block
            before ->
                filled
                    .join()
                    .map(file -> file.write(part.offset(), ByteBuffer.wrap(part.bytes())))
                    .orElseGet(() -> CompletableFuture.completedFuture(null)));
    return made;
  }

  private CompletableFuture<Optional<OpenFile>> beginFilling() {
    if (!resumes) {
      return open(Flag.EXCLUSIVE);
    }
    return client
        .stat(path, Follow.NO)
        .handle((found, failure) -> failure == null ? beginAgain(found) : beginWithout(failure))
        .thenCompose(begun -> begun);
  }

  private CompletableFuture<Optional<OpenFile>> beginWithout(Throwable failure) {
    return ErrorText.isError(failure, ErrorCode.ENOENT)
        ? open(Flag.EXCLUSIVE)
        : CompletableFuture.failedFuture(failure);
  }

  /** Resumes a file that an interrupted load has created; it may be complete. */
  private CompletableFuture<Optional<OpenFile>> beginAgain(FileAttributes found) {
    if (isWhole(found)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    boolean isOurs =
        found.type() == FileType.REGULAR && found.uid() == 0 && found.mode() == NEW_MODE;
    return isOurs ? open(Flag.TRUNCATE) : CompletableFuture.failedFuture(isOther());
  }

  private boolean isWhole(FileAttributes found) {
    RestoredEntry entry = record.entry();
    return RestoredEntry.of(entry.name(), found).with(null).equals(entry.with(null));
  }

  private CompletableFuture<Optional<OpenFile>> open(Flag how) {
    return client
        .open(path, OpenOptions.of(Flag.WRITE, Flag.CREATE, how).withMode(NEW_MODE))
        .thenApply(Optional::of);
  }

  /** Ends the entry; completes when it exists with its attributes. */
  CompletableFuture<Void> finish() {
    if (record.entry().data() instanceof FileData.Inline inline
        && inline.bytes().length > mostInlineBytes) {
      write(new DumpRecord.Bytes(0, inline.bytes()));
    }
    CompletableFuture<Void> whole = hasBytes ? endFilling() : made.thenCompose(ready -> make());
    for (Xattr xattr : xattrs) {
      whole = whole.thenCompose(done -> client.setXattr(path, xattr, XattrMode.SET, Follow.NO));
    }
    made = whole.thenCompose(done -> setAttributes());
    return made;
  }

  private CompletableFuture<Void> endFilling() {
    return closing(
        made.thenCompose(
            written ->
                filled
                    .join()
                    .map(
                        file ->
                            file.setAttributes(AttributeChange.ofSize(record.entry().size()))
                                .<Void>thenApply(attributes -> null))
                    .orElseGet(() -> CompletableFuture.completedFuture(null))));
  }

  /** Abandons the entry at a premature end of the dump: it stays without its attributes. */
  CompletableFuture<Void> abandon() {
    return closing(made);
  }

  private CompletableFuture<Void> closing(CompletableFuture<Void> ended) {
    return ended
        .handle(
            (done, failure) -> {
              Optional<OpenFile> file =
                  filled.isCompletedExceptionally() ? Optional.empty() : filled.join();
              CompletableFuture<Void> closed =
                  file.map(OpenFile::closeAsync)
                      .orElseGet(() -> CompletableFuture.completedFuture(null));
              return failure == null
                  ? closed
                  : closed
                      .exceptionally(again -> null)
                      .thenCompose(gone -> CompletableFuture.<Void>failedFuture(failure));
            })
        .thenCompose(closed -> closed);
  }

  private CompletableFuture<Void> make() {
    byte[] target = record.target();
    CompletableFuture<Void> done =
        target == null
            ? client.restoreAll(parent(), List.of(record.entry())).thenCompose(this::checkRestored)
            : client.symlink(target, path).thenAccept(attributes -> {});
    return done.exceptionallyCompose(
        failure ->
            resumes && ErrorText.isError(failure, ErrorCode.EEXIST)
                ? checkIsOurs()
                : CompletableFuture.failedFuture(failure));
  }

  private GigaPath parent() {
    return path.parent();
  }

  private CompletableFuture<Void> checkRestored(List<BulkOutcome> outcomes) {
    ErrorCode error = outcomes.get(0).error();
    return error == null
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(error.exception(Operand.of(path).shown()));
  }

  /**
   * Checks that an existing entry comes from an interrupted load: it must match except for
   * attributes.
   */
  private CompletableFuture<Void> checkIsOurs() {
    return client
        .stat(path, Follow.NO)
        .thenCompose(
            found -> {
              RestoredEntry entry = record.entry();
              byte[] target = record.target();
              if (found.type() != entry.type()) {
                return CompletableFuture.failedFuture(isOther());
              }
              if (target != null) {
                return client.readLink(path).thenCompose(there -> same(there, target));
              }
              if (found.size() != entry.size() || found.deviceNumber() != entry.device()) {
                return CompletableFuture.failedFuture(isOther());
              }
              return entry.data() instanceof FileData.Inline inline
                  ? client
                      .readFile(path)
                      .thenCompose(
                          there -> same(there, Arrays.copyOf(inline.bytes(), (int) entry.size())))
                  : CompletableFuture.completedFuture(null);
            });
  }

  private CompletableFuture<Void> same(byte[] there, byte[] dumped) {
    return Arrays.equals(there, dumped)
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(isOther());
  }

  /** Adds a name to the file, once the file and the directory of the name exist. */
  CompletableFuture<Void> link(GigaPath name, CompletableFuture<Void> directoryExists) {
    made =
        made.thenCombine(directoryExists, (file, directory) -> null)
            .thenCompose(
                ready ->
                    client
                        .link(path, name, Follow.NO)
                        .<Void>thenApply(attributes -> null)
                        .exceptionallyCompose(
                            failure ->
                                resumes
                                        && ErrorText.isError(
                                            failure, ErrorCode.EEXIST, ErrorCode.EXDEV)
                                    ? checkIsLinked(name)
                                    : CompletableFuture.failedFuture(failure)))
            .thenCompose(linked -> setAttributes());
    return made;
  }

  private CompletableFuture<Void> checkIsLinked(GigaPath name) {
    return client
        .stat(path, Follow.NO)
        .thenCombine(
            client.stat(name, Follow.NO), (file, other) -> file.inode().equals(other.inode()))
        .thenCompose(
            isSame ->
                isSame
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(isOther(name)));
  }

  private CompletableFuture<Void> setAttributes() {
    RestoredEntry entry = record.entry();
    AttributeChange all =
        AttributeChange.restoring(
            entry.mode(),
            entry.uid(),
            entry.gid(),
            entry.accessedNanos(),
            entry.modifiedNanos(),
            entry.changedNanos());
    return client
        .setAttributes(path, record.target() == null ? all : all.withoutMode(), Follow.NO)
        .thenAccept(attributes -> {});
  }

  private DumpException isOther() {
    return isOther(path);
  }

  private static DumpException isOther(GigaPath path) {
    return new DumpException(
        Operand.of(path).shown() + ": already exists, but is not the one in the dump");
  }
}
