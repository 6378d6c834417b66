/** What experiments have in common: clusters of processes, and load upon them. */
@NullMarked
package io.gigafs.bench.workload;

import org.jspecify.annotations.NullMarked;
