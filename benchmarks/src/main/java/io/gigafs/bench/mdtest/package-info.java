/** Runs mdtest, a common metadata benchmark, against Giga. */
@NullMarked
package io.gigafs.bench.mdtest;

import org.jspecify.annotations.NullMarked;
