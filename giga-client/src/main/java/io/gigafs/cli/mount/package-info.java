/** {@code giga mount} and {@code giga umount}: a cluster as a directory of this machine. */
@NullMarked
package io.gigafs.cli.mount;

import org.jspecify.annotations.NullMarked;
