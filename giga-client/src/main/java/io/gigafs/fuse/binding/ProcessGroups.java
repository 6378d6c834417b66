package io.gigafs.fuse.binding;

/** Provides the supplementary groups of a process. */
@FunctionalInterface
public interface ProcessGroups {
  /** Empty if there is no such process. */
  int[] of(int pid);
}
