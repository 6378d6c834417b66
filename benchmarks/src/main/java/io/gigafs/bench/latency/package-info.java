/** Measures the latency of creates while their directory splits. */
@NullMarked
package io.gigafs.bench.latency;

import org.jspecify.annotations.NullMarked;
