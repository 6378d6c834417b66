/**
 * A cache of blocks in front of slow storage: which bytes it has, under which names, and where it
 * keeps them.
 *
 * <p>A value (the object of a file, or what a program puts under a key) is cut into blocks. {@link
 * io.gigafs.cache.CacheStore} is the seam to whatever keeps the blocks; nothing outside this
 * package and its children knows which store that is.
 */
@NullMarked
package io.gigafs.cache;

import org.jspecify.annotations.NullMarked;
