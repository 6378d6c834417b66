/** Splits of partitions: half of the names move to a new partition, on this or another server. */
@NullMarked
package io.gigafs.server.split;

import org.jspecify.annotations.NullMarked;
