/** {@code giga fsck}: checks and repairs a running cluster. */
@NullMarked
package io.gigafs.cli.fsck;

import org.jspecify.annotations.NullMarked;
