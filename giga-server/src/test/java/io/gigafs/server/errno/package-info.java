/** Every errno that the man pages give for the calls of a client, a row a case. */
@NullMarked
package io.gigafs.server.errno;

import org.jspecify.annotations.NullMarked;
