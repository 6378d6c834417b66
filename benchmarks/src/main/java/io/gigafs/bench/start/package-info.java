/** Measures the time from a server's start until it serves its data. */
@NullMarked
package io.gigafs.bench.start;

import org.jspecify.annotations.NullMarked;
