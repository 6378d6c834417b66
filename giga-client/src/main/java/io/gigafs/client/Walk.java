package io.gigafs.client;

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
  private final OperationResolver resolver;
  private DirectoryKey key;
  private boolean waited;
  private boolean leading;
  private long generation;

  Walk(Core core, ClientOperation<?> operation, GigaPath path, OperationResolver resolver) {
    super(core, operation, path);
    this.resolver = resolver;
    this.key = resolver.wanted();
  }

  /** Resolves as far as the cache allows, then sends a request. */
  void proceed() {
    if (resolver.goByCache()) {
      resolver.tell();
    } else {
      ask(resolver.wanted());
    }
  }

  private void ask(DirectoryKey wanted) {
    LookupsInFlight lookups = core().lookups();
    long deadline = operation().deadlineNanos();
    if (!wanted.equals(key)) {
      key = wanted;
      waited = false;
    }
    if (!operation().reliesOnCache()) {
      core().directories().forget(wanted);
    } else if (!waited) {
      waited = true;
      if (lookups.join(wanted, operation().caller(), deadline, this::resume)) {
        return;
      }
    }
    leading = lookups.lead(wanted, operation().caller(), deadline);
    generation = core().directories().generation(wanted);
    lookUp(wanted);
  }

  @Override
  boolean wantsLease() {
    return true;
  }

  /**
   * Only a link's target is read from the inode record: anything else but a directory ends the
   * path.
   */
  @Override
  boolean goesOn(FileType type) {
    return type == FileType.SYMLINK;
  }

  @Override
  void found(LookupResult result) {
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
      core().directories().keep(key, child, generation, sentNanos(), result.leaseMillis());
      core().locations().learn(child.id(), key);
      resolver.found(child);
    } else if (attributes.type() == FileType.SYMLINK) {
      resolver.foundLink(result.target());
    } else {
      resolver.foundOther();
    }
  }

  @Override
  void failed(GigaException failure) {
    endLookup(key, leading);
    resolver.notFound(failure);
  }

  /** Resumes the waiters of the lookup, after the one that made it. */
  private void endLookup(DirectoryKey asked, boolean led) {
    if (led) {
      core().lookups().end(asked, operation().caller());
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
