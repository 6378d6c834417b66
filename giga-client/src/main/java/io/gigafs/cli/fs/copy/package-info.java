/** Copies and moves: {@code cp}, {@code mv}, {@code put}, {@code get} and {@code giga export}. */
@NullMarked
package io.gigafs.cli.fs.copy;

import org.jspecify.annotations.NullMarked;
