/** Tests of mounts, on clusters of real servers. */
@NullMarked
package io.gigafs.server.fuse;

import org.jspecify.annotations.NullMarked;
