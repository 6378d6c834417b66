/**
 * What do Giga's data paths leave of a volume's bytes per second, and what do they cost? The test
 * of CMU-PDL-13-101, section 4.1.
 */
@NullMarked
package io.gigafs.bench.data;

import org.jspecify.annotations.NullMarked;
