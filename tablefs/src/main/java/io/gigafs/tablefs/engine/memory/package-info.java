/** An engine in memory that can crash and fail on command, for tests and for simulations. */
@NullMarked
package io.gigafs.tablefs.engine.memory;

import org.jspecify.annotations.NullMarked;
