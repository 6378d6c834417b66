package io.gigafs.tablefs;

/** Receives rows that are attached to entries. */
@FunctionalInterface
public interface AttachedVisitor {
  /** Returns whether the scan should continue. */
  boolean visit(EntryKey entry, Attached row);
}
