/**
 * Reports of measurements: tables, plots, and a description of the machine. Independent of the
 * system that is measured.
 */
@NullMarked
package io.gigafs.bench.report;

import org.jspecify.annotations.NullMarked;
