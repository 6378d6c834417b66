/**
 * One engine for operations on whole trees, in a cluster, on this machine or in a dump: {@link
 * io.gigafs.tree.TreeWalk} in parallel, {@link io.gigafs.tree.OrderedWalk} in the order of
 * listings, {@link io.gigafs.tree.TreeCopy} from a source to a sink. All bound what is outstanding
 * and in memory, end directories after their contents, and report each failure to their caller, who
 * decides whether the run continues.
 */
@NullMarked
package io.gigafs.tree;

import org.jspecify.annotations.NullMarked;
