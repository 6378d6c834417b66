package io.gigafs.model;

import io.gigafs.client.OpenFile;
import io.gigafs.client.Xattrs;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.namespace.AttributeChange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A handle of the model. It never waits for a lock, because no other request would run meanwhile.
 */
final class ModelOpenFile implements OpenFile {
  private final ModelRequests requests;
  private final ModelFile file;
  private final FileAttributes opened;

  ModelOpenFile(ModelRequests requests, ModelFile file) throws GigaException {
    this.requests = requests;
    this.file = file;
    this.opened = file.stat();
  }

  @Override
  public FileAttributes opened() {
    return opened;
  }

  @Override
  public InodeId inode() {
    return file.inode();
  }

  @Override
  public CompletableFuture<FileAttributes> stat() {
    return requests.answer(file::stat);
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(AttributeChange change) {
    return requests.answer(() -> file.setAttributes(change));
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(Caller by, AttributeChange change) {
    return requests.answer(() -> file.setAttributes(by, change));
  }

  @Override
  public Xattrs xattrs(Caller by) {
    throw new UnsupportedOperationException("the model has no files without a name");
  }

  @Override
  public CompletableFuture<Long> seek(long offset, boolean toHole) {
    throw new UnsupportedOperationException("the model knows of no holes");
  }

  @Override
  public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    return requests.answer(() -> file.read(offset, into));
  }

  @Override
  public CompletableFuture<Void> write(long offset, ByteBuffer from) {
    ByteBuffer copy = copy(from);
    return requests.done(() -> file.write(offset, copy));
  }

  @Override
  public CompletableFuture<Void> append(ByteBuffer from) {
    ByteBuffer copy = copy(from);
    return requests.done(() -> file.append(copy));
  }

  @Override
  public CompletableFuture<Void> flush() {
    return requests.done(file::sync);
  }

  @Override
  public CompletableFuture<Void> sync() {
    return requests.done(file::sync);
  }

  /** The caller may use the buffer again before its bytes are written. */
  private static ByteBuffer copy(ByteBuffer from) {
    return ByteBuffer.allocate(from.remaining()).put(from).flip();
  }

  @Override
  public CompletableFuture<Void> lock(
      long owner, LockType type, long start, long length, boolean waits) {
    return requests.done(() -> file.lock(owner, type, start, length));
  }

  @Override
  public CompletableFuture<Void> lock(
      long owner, LockType type, long start, long length, Duration maxWait) {
    return requests.done(() -> file.lock(owner, type, start, length));
  }

  @Override
  public CompletableFuture<Void> unlock(long owner, long start, long length) {
    return requests.done(() -> file.unlock(owner, start, length));
  }

  @Override
  public CompletableFuture<Optional<HeldLock>> findConflict(
      long owner, LockType type, long start, long length) {
    return requests.answer(() -> file.conflicts(owner, type, start, length).stream().findFirst());
  }

  @Override
  public CompletableFuture<Void> flock(LockType type, boolean waits) {
    return requests.done(() -> file.flock(type));
  }

  @Override
  public CompletableFuture<Void> flock(LockType type, Duration maxWait) {
    return requests.done(() -> file.flock(type));
  }

  @Override
  public CompletableFuture<Void> funlock() {
    return requests.done(file::funlock);
  }

  @Override
  public CompletableFuture<Void> closeAsync() {
    return requests.done(file::close);
  }

  @Override
  public void close() {
    closeAsync().join();
  }
}
