/**
 * What this server knows of the cluster, and how its parts reach the holders of other partitions.
 */
@NullMarked
package io.gigafs.server.membership;

import org.jspecify.annotations.NullMarked;
