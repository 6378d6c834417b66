/**
 * Measures the rate and the cost of Giga's data paths compared with a bare volume: the test of
 * CMU-PDL-13-101, section 4.1.
 */
@NullMarked
package io.gigafs.bench.data;

import org.jspecify.annotations.NullMarked;
