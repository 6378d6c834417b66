/**
 * Cluster membership: the cluster view, its slot table, and the interface to the store of the
 * cluster's records.
 */
@NullMarked
package io.gigafs.cluster;

import org.jspecify.annotations.NullMarked;
