/** {@code giga mount} and {@code giga umount}: mount a cluster on a directory of this machine. */
@NullMarked
package io.gigafs.cli.mount;

import org.jspecify.annotations.NullMarked;
