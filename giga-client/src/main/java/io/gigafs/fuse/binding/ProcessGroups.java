package io.gigafs.fuse.binding;

/** Tells the supplementary groups of a process. */
@FunctionalInterface
interface ProcessGroups {
  /** None if there is no such process. */
  int[] of(int pid);
}
