/**
 * A block cache in front of slow storage: its contents, keys and stores.
 *
 * <p>A value (the object of a file, or what a program puts under a key) is cut into blocks. {@link
 * io.gigafs.cache.CacheStore} is the interface of the stores that keep the blocks. Besides this
 * package and its subpackages, only the construction of a client or a server names a store.
 */
@NullMarked
package io.gigafs.cache;

import org.jspecify.annotations.NullMarked;
