package io.gigafs.tablefs;

/** Sees rows that hang on entries. */
@FunctionalInterface
public interface AttachedVisitor {
  /** Returns whether the scan should go on. */
  boolean visit(EntryKey entry, Attached row);
}
