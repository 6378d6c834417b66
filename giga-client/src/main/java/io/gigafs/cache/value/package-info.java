/**
 * Values of any length as blocks: cut, written atomically for readers, and read as bytes or as
 * streams.
 */
@NullMarked
package io.gigafs.cache.value;

import org.jspecify.annotations.NullMarked;
