package io.gigafs.client;

import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.LookupResult;

/**
 * The part of a path's resolution that the cache does not know, one look-up after the other. Used
 * by one thread at a time.
 *
 * <p>At each step it moves on by the cache; if that misses, waits once for the same look-up by
 * another; and if that was of no use, asks. Links are looked up each time: they have no leases.
 */
final class Walk extends NameLookup {
  private final Resolver resolver;
  private DirectoryKey key;
  private boolean waited;
  private boolean leading;
  private long generation;

  Walk(Core core, Operation<?> operation, GigaPath path, Resolver resolver) {
    super(core, operation, path);
    this.resolver = resolver;
    this.key = resolver.wanted();
  }

  /** Goes as far as the cache leads, then asks. */
  void goOn() {
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
   * Only a target has to be fetched from there: what is neither directory nor link ends the way.
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
      goOn();
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

  /** Lets those go on who waited for the look-up, behind the one that made it. */
  private void endLookup(DirectoryKey asked, boolean led) {
    if (led) {
      core().lookups().end(asked, operation().caller());
    }
  }

  /** Goes on after another's look-up, on its thread. */
  private void resume() {
    try {
      goOn();
    } catch (RuntimeException | Error e) {
      resolver.broke(e);
    }
  }
}
