/** How blocks are cached in the heap alone: the reference for what a store does. */
@NullMarked
package io.gigafs.cache.memory;

import org.jspecify.annotations.NullMarked;
