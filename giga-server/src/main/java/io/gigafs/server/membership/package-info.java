/**
 * What this server knows of the cluster and reports of itself: the current view, whether it may
 * take changes, and how its parts reach the servers that hold other partitions.
 */
@NullMarked
package io.gigafs.server.membership;

import org.jspecify.annotations.NullMarked;
