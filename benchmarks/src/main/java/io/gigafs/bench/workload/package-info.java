/** Common parts of experiments: clusters of processes, and load on them. */
@NullMarked
package io.gigafs.bench.workload;

import org.jspecify.annotations.NullMarked;
