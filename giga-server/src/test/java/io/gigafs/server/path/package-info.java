/** Paths and links, from the calls of clients to the replies of servers. */
@NullMarked
package io.gigafs.server.path;

import org.jspecify.annotations.NullMarked;
