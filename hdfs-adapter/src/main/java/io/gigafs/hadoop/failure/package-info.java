/** Converts failures of a cluster to the exceptions that Hadoop expects. */
@NullMarked
package io.gigafs.hadoop.failure;

import org.jspecify.annotations.NullMarked;
