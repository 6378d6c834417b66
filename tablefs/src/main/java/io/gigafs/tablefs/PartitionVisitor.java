package io.gigafs.tablefs;

/** Receives partition headers of a scan in key order. */
@FunctionalInterface
public interface PartitionVisitor {
  /** Returns whether the scan should continue. */
  boolean visit(PartitionKey key, PartitionHeader header);
}
