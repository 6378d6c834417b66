/** Every errno that the man pages specify for calls of a client, one row per case. */
@NullMarked
package io.gigafs.server.errno;

import org.jspecify.annotations.NullMarked;
