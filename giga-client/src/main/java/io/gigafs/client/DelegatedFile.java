package io.gigafs.client;

import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DelegatedCreatesRequest;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A file that this client has made by itself, and of which the server hears later. Safe for use by
 * several threads.
 *
 * <p>It is told as open if its handle is by then; one that was closed before never was open to the
 * server.
 */
final class DelegatedFile implements DelegatedChange {
  private final Delegation delegation;
  private final DelegatedOpening opening;
  private final FileAttributes attributes;
  private final long moment;
  private final CompletableFuture<Void> told = new CompletableFuture<>();

  /** Guarded by this. */
  private boolean sent;

  /** Guarded by this. */
  private boolean closed;

  private volatile @Nullable GigaException failure;

  /**
   * A file that nobody was told of.
   *
   * @param moment of {@link AttributeCache}, when it was made
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
  public GigaPath path() {
    return opening.path();
  }

  @Override
  public Name name() {
    return opening.place().name();
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

  FileAttributes attributes() {
    return attributes;
  }

  @Override
  public long nanos() {
    return attributes.modifiedNanos();
  }

  /** When it was made, as of {@link AttributeCache}. */
  long moment() {
    return moment;
  }

  /** What is sent of it now. */
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

  /** Closes its handle, if that suffices: false if the server has, or will have, heard of it. */
  synchronized boolean closeUnsent() {
    closed |= !sent;
    return closed;
  }

  @Override
  public void settle(@Nullable GigaException refused) {
    failure = refused;
    if (refused == null) {
      told.complete(null);
    } else {
      told.completeExceptionally(refused);
    }
  }

  /** Why the server refused it; null if it did not, so far. */
  @Nullable GigaException failure() {
    return failure;
  }

  /** Completes when the server has heard of it, which is soon. */
  CompletableFuture<Void> told() {
    return told;
  }

  /** Likewise, which is at once. */
  CompletableFuture<Void> tell() {
    if (!told.isDone()) {
      delegation.flush();
    }
    return told;
  }
}
