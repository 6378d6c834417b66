/**
 * A file system that is all in memory: what mounts one is tested by it, and what a mount can do at
 * most is measured with it.
 */
@NullMarked
package io.gigafs.fuse.memory;

import org.jspecify.annotations.NullMarked;
