/** Exactly-once file sinks for Flink. */
@NullMarked
package io.gigafs.hadoop.flink;

import org.jspecify.annotations.NullMarked;
