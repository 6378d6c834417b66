package io.gigafs.tablefs;

/** Receives entries of a scan in key order. */
@FunctionalInterface
public interface EntryVisitor {
  /** Returns whether the scan should continue. */
  boolean visit(EntryKey key, Attributes attributes);
}
