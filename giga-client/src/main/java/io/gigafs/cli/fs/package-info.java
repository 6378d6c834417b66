/** The commands of {@code giga fs}: coreutils for the names in a cluster, one class each. */
@NullMarked
package io.gigafs.cli.fs;

import org.jspecify.annotations.NullMarked;
