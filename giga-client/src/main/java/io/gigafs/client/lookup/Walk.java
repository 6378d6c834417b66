package io.gigafs.client.lookup;

import io.gigafs.client.Target;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.lease.LookupsInFlight;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.LookupResult;

/**
 * The part of a path's resolution that the cache lacks, one lookup after the other. Used by one
 * thread at a time.
 *
 * <p>Each step uses the cache; on a miss it waits once for the same lookup of another operation; if
 * that did not help, it sends a request. Links are looked up each time, because they have no
 * leases.
 */
final class Walk extends NameLookup {
  private final ClientContext context;
  private final OperationResolver resolver;
  private DirectoryKey key;
  private boolean waited;
  private boolean leading;
  private long moment;

  Walk(
      ClientContext context,
      ClientOperation<?> operation,
      Target target,
      OperationResolver resolver) {
    super(context, operation, target);
    this.context = context;
    this.resolver = resolver;
    this.key = resolver.wanted();
  }

  @Override
  protected ClientContext context() {
    return context;
  }

  /** Resolves as far as the cache allows, then sends a request. */
  void proceed() {
    if (resolver.goByCache()) {
      resolver.report();
    } else {
      ask(resolver.wanted());
    }
  }

  private void ask(DirectoryKey wanted) {
    LookupsInFlight lookups = context().lookups();
    long deadline = operation().deadlineNanos();
    if (!wanted.equals(key)) {
      key = wanted;
      waited = false;
    }
    if (!operation().reliesOnCache()) {
      context().directories().forget(wanted);
    } else if (!waited) {
      waited = true;
      if (lookups.join(wanted, operation().caller(), deadline, this::resume)) {
        return;
      }
    }
    leading = lookups.lead(wanted, operation().caller(), deadline);
    moment = context().leases().moment();
    lookUp(wanted);
  }

  @Override
  protected boolean wantsLease() {
    return true;
  }

  /**
   * Only a link's target is read from the inode record: anything else but a directory ends the
   * path.
   */
  @Override
  protected boolean goesOn(FileType type) {
    return type == FileType.SYMLINK;
  }

  @Override
  protected void found(LookupResult result) {
    DirectoryKey asked = key;
    boolean led = leading;
    try {
      take(result);
      waited = false;
      proceed();
    } finally {
      endLookup(asked, led);
    }
  }

  private void take(LookupResult result) {
    FileAttributes attributes = result.attributes();
    if (attributes.isDirectory()) {
      DirectoryEntry child = DirectoryEntry.of(result);
      context().directories().keep(key, child, moment, sentNanos(), result.leaseMillis());
      context().locations().learn(child.id(), key);
      resolver.found(child);
    } else if (attributes.type() == FileType.SYMLINK) {
      resolver.foundLink(result.target());
    } else {
      resolver.foundOther();
    }
  }

  @Override
  protected void failed(GigaException failure) {
    endLookup(key, leading);
    resolver.notFound(failure);
  }

  /** Resumes the waiters of the lookup, after the one that made it. */
  private void endLookup(DirectoryKey asked, boolean led) {
    if (led) {
      context().lookups().end(asked, operation().caller());
    }
  }

  /** Continues after another operation's lookup, on its thread. */
  private void resume() {
    try {
      proceed();
    } catch (RuntimeException | Error e) {
      resolver.broke(e);
    }
  }
}
