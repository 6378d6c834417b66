/**
 * Keeps rows that seldom live for a second out of an engine: in memory that outlives the process.
 */
@NullMarked
package io.gigafs.tablefs.engine.staging;

import org.jspecify.annotations.NullMarked;
