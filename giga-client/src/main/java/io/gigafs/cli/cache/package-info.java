/** {@code giga cache}: the data cache of a mount, and the cache server for values. */
@NullMarked
package io.gigafs.cli.cache;

import org.jspecify.annotations.NullMarked;
