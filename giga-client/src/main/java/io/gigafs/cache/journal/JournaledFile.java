package io.gigafs.cache.journal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file with writes in the journal. Guarded by the journal, except final fields. */
public final class JournaledFile {
  /** The maximum number of names that are tried. */
  private static final int MAX_NAMES = 4;

  private final long number;
  private final JournalIdentity identity;

  /** Its possible names, newest first; never empty. */
  private final Deque<JournalIdentity> names = new ArrayDeque<>();

  private long lastSequence;

  /** The writes up to this one are uploaded or discarded. */
  private long uploaded;

  /** The last write of the last upload that was started. */
  private long uploading;

  private long size;
  private long modifiedNanos;

  /** The last segment with the file's identity; null for none. */
  private @Nullable JournalSegment named;

  JournaledFile(long number, JournalIdentity identity, long size, long modifiedNanos) {
    this.number = number;
    this.identity = identity;
    this.size = size;
    this.modifiedNanos = modifiedNanos;
    names.add(identity);
  }

  /** The identity with the first known name. */
  JournalIdentity identity() {
    return identity;
  }

  /** Its possible names, newest first. */
  List<JournalIdentity> names() {
    return List.copyOf(names);
  }

  /** Adds a possible name; the earlier ones may still be valid. */
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
