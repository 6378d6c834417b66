/** Measures the cost of durable creates, with a periodic sync or with a sync before the answer. */
@NullMarked
package io.gigafs.bench.durability;

import org.jspecify.annotations.NullMarked;
