/**
 * How values of any length are kept as blocks: cut, written so that readers see one of them whole,
 * read as bytes or as streams.
 */
@NullMarked
package io.gigafs.cache.value;

import org.jspecify.annotations.NullMarked;
