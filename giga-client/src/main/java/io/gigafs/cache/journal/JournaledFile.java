package io.gigafs.cache.journal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file of which the journal has writes. Guarded by the journal, but for what is final. */
public final class JournaledFile {
  /** More names than these are not looked for. */
  private static final int MAX_NAMES = 4;

  private final long number;
  private final JournalIdentity identity;

  /** Those that it may have, from the newest on; never empty. */
  private final Deque<JournalIdentity> names = new ArrayDeque<>();

  private long lastSequence;

  /** The writes up to this are uploaded, or given up. */
  private long uploaded;

  /** The last write that an upload began with. */
  private long uploading;

  private long size;
  private long modifiedNanos;

  /** The last segment that says which file this is; null for none. */
  private @Nullable JournalSegment named;

  JournaledFile(long number, JournalIdentity identity, long size, long modifiedNanos) {
    this.number = number;
    this.identity = identity;
    this.size = size;
    this.modifiedNanos = modifiedNanos;
    names.add(identity);
  }

  /** By the name that was first known. */
  public JournalIdentity identity() {
    return identity;
  }

  /** The names that it may have, from the newest on. */
  List<JournalIdentity> names() {
    return List.copyOf(names);
  }

  /** It may have a name by now; those before it may hold still. */
  void mayBe(JournalIdentity name) {
    names.remove(name);
    names.addFirst(name);
    if (names.size() > MAX_NAMES) {
      names.removeLast();
    }
  }

  long number() {
    return number;
  }

  /** The number of the last write. */
  long lastSequence() {
    return lastSequence;
  }

  void wrote(long sequence) {
    lastSequence = sequence;
  }

  boolean hasPending() {
    return uploaded < lastSequence;
  }

  /** The number of the last write that is uploaded. */
  long uploaded() {
    return uploaded;
  }

  void uploaded(long sequence) {
    uploaded = sequence;
  }

  long uploading() {
    return uploading;
  }

  void uploading(long sequence) {
    uploading = sequence;
  }

  long size() {
    return size;
  }

  long modifiedNanos() {
    return modifiedNanos;
  }

  void found(long newSize, long newModifiedNanos) {
    size = newSize;
    modifiedNanos = newModifiedNanos;
  }

  boolean isNamedIn(JournalSegment segment) {
    return named == segment;
  }

  void namedIn(JournalSegment segment) {
    named = segment;
  }
}
