/**
 * The cluster's records in ZooKeeper: its format, its members, the servers that are present, and
 * the current view. The only package that imports ZooKeeper or Curator.
 *
 * <p>ZooKeeper holds nothing about files, directories or splits. {@link
 * io.gigafs.cluster.zookeeper.ClusterPaths} lists all nodes.
 */
@NullMarked
package io.gigafs.cluster.zookeeper;

import org.jspecify.annotations.NullMarked;
