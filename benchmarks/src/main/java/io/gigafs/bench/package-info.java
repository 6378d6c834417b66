/** Benchmarks: measure the speed of Giga and reproduce the measurements of the papers. */
@NullMarked
package io.gigafs.bench;

import org.jspecify.annotations.NullMarked;
