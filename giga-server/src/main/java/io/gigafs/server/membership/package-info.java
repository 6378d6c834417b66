/**
 * This server's knowledge of the cluster, and the messages of its parts to the owners of other
 * partitions.
 */
@NullMarked
package io.gigafs.server.membership;

import org.jspecify.annotations.NullMarked;
