/**
 * {@code giga bench}: measures throughput and latency of operations, and contains the load
 * generator.
 */
@NullMarked
package io.gigafs.cli.bench;

import org.jspecify.annotations.NullMarked;
