/**
 * Measures the rate at which one client lists a directory, and the remaining cost of deleted
 * entries.
 */
@NullMarked
package io.gigafs.bench.listing;

import org.jspecify.annotations.NullMarked;
