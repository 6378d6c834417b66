/**
 * How near does Giga come to a loop that does nothing but move frames and rows? The one place of
 * this module that uses Netty and RocksDB themselves.
 */
@NullMarked
package io.gigafs.bench.ceiling;

import org.jspecify.annotations.NullMarked;
