/**
 * Keeps rows that seldom live for a second out of an engine: in memory that outlives the process.
 */
@NullMarked
package io.gigafs.tablefs.engine.nursery;

import org.jspecify.annotations.NullMarked;
