package io.gigafs.client.file;

import io.gigafs.client.OpenFile;
import io.gigafs.client.Target;
import io.gigafs.client.Xattrs;
import io.gigafs.client.lookup.DirectoryAttributes;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.namespace.AttributeChange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * An open directory. Servers keep no state for it. It supports only its attributes, under whatever
 * name the directory has. For a removed directory servers return its last attributes for a while;
 * later this object returns those of its last request. Safe for use by several threads.
 */
final class DirectoryFile implements OpenFile {
  private final ClientContext context;
  private final Caller caller;
  private final Target target;
  private final FileAttributes opened;
  private volatile FileAttributes seen;

  DirectoryFile(ClientContext context, ClientOperation<?> operation, FileAttributes opened) {
    this.context = context;
    this.caller = operation.caller();
    this.target = operation.target();
    this.opened = opened;
    this.seen = opened;
  }

  @Override
  public InodeId inode() {
    return opened.inode();
  }

  @Override
  public FileAttributes opened() {
    return opened;
  }

  @Override
  public CompletableFuture<FileAttributes> stat() {
    ClientOperation<FileAttributes> operation =
        ClientOperation.admit(context, "stat", target, caller);
    gather(operation, true);
    return operation.future();
  }

  /**
   * Collects the attributes.
   *
   * @param again whether to retry if only some partition is gone: a server may have lost a split in
   *     a crash
   */
  private void gather(ClientOperation<FileAttributes> operation, boolean again) {
    DirectoryAttributes.gatherOpened(
        context,
        operation,
        inode(),
        new DirectoryAttributes.Gathered() {
          @Override
          public void gathered(FileAttributes attributes) {
            complete(operation, attributes);
          }

          @Override
          public void notGathered(GigaException failure) {
            if (again && failure.code() == ErrorCode.ESTALE) {
              gather(operation, false);
            } else {
              operation.fail(failure);
            }
          }

          @Override
          public void gone(GigaException failure) {
            complete(operation, removed(seen));
          }
        });
  }

  private void complete(ClientOperation<FileAttributes> operation, FileAttributes attributes) {
    seen = attributes;
    operation.complete(attributes);
  }

  private static FileAttributes removed(FileAttributes last) {
    return new FileAttributes(
        last.inode(),
        last.type(),
        last.mode(),
        last.uid(),
        last.gid(),
        0,
        0,
        last.accessedNanos(),
        last.modifiedNanos(),
        last.changedNanos(),
        last.device(),
        last.bornNanos(),
        last.flags());
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(AttributeChange change) {
    return unsupported("change a directory by its path");
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(Caller by, AttributeChange change) {
    return setAttributes(change);
  }

  @Override
  public Xattrs xattrs(Caller by) {
    throw new UnsupportedOperationException(target + " is a directory");
  }

  @Override
  public CompletableFuture<Long> seek(long offset, boolean toHole) {
    return CompletableFuture.failedFuture(ErrorCode.EISDIR.exception(target.toString()));
  }

  @Override
  public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    return CompletableFuture.failedFuture(ErrorCode.EISDIR.exception(target.toString()));
  }

  @Override
  public CompletableFuture<Void> write(long offset, ByteBuffer from) {
    return CompletableFuture.failedFuture(ErrorCode.EBADF.exception(target.toString()));
  }

  @Override
  public CompletableFuture<Void> append(ByteBuffer from) {
    return CompletableFuture.failedFuture(ErrorCode.EBADF.exception(target.toString()));
  }

  @Override
  public CompletableFuture<Void> flush() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> sync() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> lock(
      long owner, LockType type, long start, long length, boolean waits) {
    return unsupported("directories have no locks");
  }

  @Override
  public CompletableFuture<Void> lock(
      long owner, LockType type, long start, long length, Duration maxWait) {
    return unsupported("directories have no locks");
  }

  @Override
  public CompletableFuture<Void> unlock(long owner, long start, long length) {
    return unsupported("directories have no locks");
  }

  @Override
  public CompletableFuture<Optional<HeldLock>> findConflict(
      long owner, LockType type, long start, long length) {
    return unsupported("directories have no locks");
  }

  @Override
  public CompletableFuture<Void> flock(LockType type, boolean waits) {
    return unsupported("directories have no locks");
  }

  @Override
  public CompletableFuture<Void> flock(LockType type, Duration maxWait) {
    return unsupported("directories have no locks");
  }

  @Override
  public CompletableFuture<Void> funlock() {
    return unsupported("directories have no locks");
  }

  private <T> CompletableFuture<T> unsupported(String why) {
    return CompletableFuture.failedFuture(
        ErrorCode.EOPNOTSUPP.exception(target + " is a directory: " + why));
  }

  @Override
  public CompletableFuture<Void> closeAsync() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void close() {}
}
