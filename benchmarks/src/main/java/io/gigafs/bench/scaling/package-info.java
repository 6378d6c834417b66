/** Measures and simulates how creates in one directory scale with the number of servers. */
@NullMarked
package io.gigafs.bench.scaling;

import org.jspecify.annotations.NullMarked;
