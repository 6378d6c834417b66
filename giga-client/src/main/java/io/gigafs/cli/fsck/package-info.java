/** {@code giga fsck}: what is wrong in a cluster that serves. */
@NullMarked
package io.gigafs.cli.fsck;

import org.jspecify.annotations.NullMarked;
