/**
 * The cluster's records in ZooKeeper: how it was formatted, who belongs to it, who is present, and
 * the current view. The only package that imports ZooKeeper or Curator.
 *
 * <p>Nothing about files, directories or splits is ever kept here. {@link
 * io.gigafs.cluster.zookeeper.ClusterPaths} lists all nodes.
 */
@NullMarked
package io.gigafs.cluster.zookeeper;

import org.jspecify.annotations.NullMarked;
