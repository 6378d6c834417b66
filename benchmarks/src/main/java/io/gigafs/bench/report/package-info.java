/**
 * What measurements leave behind for people: tables, plots, and where they were made. Knows nothing
 * of what is measured.
 */
@NullMarked
package io.gigafs.bench.report;

import org.jspecify.annotations.NullMarked;
