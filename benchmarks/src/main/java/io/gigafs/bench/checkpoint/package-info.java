/** Measures N programs that each write their own files into one directory concurrently. */
@NullMarked
package io.gigafs.bench.checkpoint;

import org.jspecify.annotations.NullMarked;
