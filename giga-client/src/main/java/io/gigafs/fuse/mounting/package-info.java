/** Mounts and unmounts a file system on this machine, with mount(2) or fusermount3(1). */
@NullMarked
package io.gigafs.fuse.mounting;

import org.jspecify.annotations.NullMarked;
