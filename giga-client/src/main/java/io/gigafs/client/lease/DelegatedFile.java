package io.gigafs.client.lease;

import io.gigafs.client.Target;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.lease.DelegatedCreatesRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A file that this client created under a delegation and flushes later. Safe for use by several
 * threads.
 *
 * <p>The request opens its handle at the server if it is still open. A handle that was closed
 * before was never open at the server.
 */
public final class DelegatedFile implements DelegatedChange {
  private final Delegation delegation;
  private final DelegatedOpening opening;
  private final FileAttributes attributes;
  private final long moment;
  private final CompletableFuture<Void> acknowledged = new CompletableFuture<>();

  /** Guarded by this. */
  private boolean sent;

  /** Guarded by this. */
  private boolean closed;

  private volatile @Nullable GigaException failure;

  /**
   * A file that is not flushed yet.
   *
   * @param moment of {@link AttributeCache}, when it was created
   */
  DelegatedFile(
      Delegation delegation, DelegatedOpening opening, FileAttributes attributes, long moment) {
    this.delegation = delegation;
    this.opening = opening;
    this.attributes = attributes;
    this.moment = moment;
  }

  DelegatedOpening opening() {
    return opening;
  }

  @Override
  public Target target() {
    return opening.target();
  }

  @Override
  public Name name() {
    return opening.name();
  }

  @Override
  public Caller caller() {
    return opening.caller();
  }

  @Override
  public String what() {
    return "was made, but is lost";
  }

  @Override
  public DelegatedBatch.Key key() {
    return new DelegatedBatch.Key(true, opening.caller(), opening.session());
  }

  public FileAttributes attributes() {
    return attributes;
  }

  @Override
  public long nanos() {
    return attributes.modifiedNanos();
  }

  /** When it was created, as a moment of {@link AttributeCache}. */
  long moment() {
    return moment;
  }

  /** The request entry for the file in its current state. */
  synchronized DelegatedCreatesRequest.File send() {
    sent = true;
    return new DelegatedCreatesRequest.File(
        opening.mode(),
        attributes.inode().value(),
        attributes.modifiedNanos(),
        closed ? 0 : opening.handle(),
        opening.reads(),
        opening.writes(),
        opening.appends());
  }

  /** Closes the handle without a request; false if the server knows the handle, or will. */
  public synchronized boolean closeUnsent() {
    closed |= !sent;
    return closed;
  }

  @Override
  public void settle(@Nullable GigaException refused) {
    failure = refused;
    if (refused == null) {
      acknowledged.complete(null);
    } else {
      acknowledged.completeExceptionally(refused);
    }
  }

  /** Why the server refused the file; null if it has not. */
  public @Nullable GigaException failure() {
    return failure;
  }

  /** Completes when the server has acknowledged the file, within the linger time. */
  public CompletableFuture<Void> acknowledged() {
    return acknowledged;
  }

  /** Flushes now; completes when the server has acknowledged the file. */
  public CompletableFuture<Void> flush() {
    if (!acknowledged.isDone()) {
      delegation.send();
    }
    return acknowledged;
  }
}
