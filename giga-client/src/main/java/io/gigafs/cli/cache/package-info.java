/** {@code giga cache}: the data cache of a mount, and caches of values that are served. */
@NullMarked
package io.gigafs.cli.cache;

import org.jspecify.annotations.NullMarked;
