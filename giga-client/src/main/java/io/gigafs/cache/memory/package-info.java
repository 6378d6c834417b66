/** Blocks in the heap only: the reference implementation of a store. */
@NullMarked
package io.gigafs.cache.memory;

import org.jspecify.annotations.NullMarked;
