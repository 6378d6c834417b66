/** {@code giga volume}: where the cluster keeps the bytes of large files. */
@NullMarked
package io.gigafs.cli.volume;

import org.jspecify.annotations.NullMarked;
