/**
 * A file system in memory, to test mount code and to measure the upper bound of a mount's speed.
 */
@NullMarked
package io.gigafs.fuse.memory;

import org.jspecify.annotations.NullMarked;
