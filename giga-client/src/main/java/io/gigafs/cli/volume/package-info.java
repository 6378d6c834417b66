/** {@code giga volume}: manages the storage for the bytes of large files. */
@NullMarked
package io.gigafs.cli.volume;

import org.jspecify.annotations.NullMarked;
