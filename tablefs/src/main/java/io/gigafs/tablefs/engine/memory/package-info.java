/** An in-memory engine that can crash and fail on demand, for tests and simulations. */
@NullMarked
package io.gigafs.tablefs.engine.memory;

import org.jspecify.annotations.NullMarked;
