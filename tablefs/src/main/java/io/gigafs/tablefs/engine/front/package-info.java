/**
 * The front of a store's engine: decides for each call which of key filter, row cache, staging area
 * and engine answers it.
 *
 * <p>The row cache and the key filter keep what is known of entries in memory. The staging area
 * keeps short-lived rows in memory that survives the process, so that the engine rarely has to
 * write them.
 */
@NullMarked
package io.gigafs.tablefs.engine.front;

import org.jspecify.annotations.NullMarked;
