/** Bytes of files on volumes, and the volumes and objects of a server. */
@NullMarked
package io.gigafs.protocol.data;

import org.jspecify.annotations.NullMarked;
