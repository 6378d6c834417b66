/** {@code giga cache}: caches of bytes. */
@NullMarked
package io.gigafs.cli.cache;

import org.jspecify.annotations.NullMarked;
