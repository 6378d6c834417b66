/**
 * A long-running test: whether the memory, threads and file descriptors of Giga stay constant under
 * load.
 */
@NullMarked
package io.gigafs.bench.soak;

import org.jspecify.annotations.NullMarked;
