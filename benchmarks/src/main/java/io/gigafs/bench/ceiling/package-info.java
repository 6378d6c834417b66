/**
 * Compares Giga with a loop that only moves frames and rows. Besides the micro benchmarks, it is
 * the only package of this module that uses Netty and RocksDB directly.
 */
@NullMarked
package io.gigafs.bench.ceiling;

import org.jspecify.annotations.NullMarked;
