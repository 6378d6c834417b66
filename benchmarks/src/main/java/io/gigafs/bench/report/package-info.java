/**
 * What measurements leave behind for people: tables and plots. Knows nothing of what is measured.
 */
@NullMarked
package io.gigafs.bench.report;

import org.jspecify.annotations.NullMarked;
