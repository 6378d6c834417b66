/**
 * Stages short-lived rows in memory that survives the process, so that the engine below rarely has
 * to write them.
 */
@NullMarked
package io.gigafs.tablefs.engine.staging;

import org.jspecify.annotations.NullMarked;
