/** Paths and links, from the client's calls to the servers' answers. */
@NullMarked
package io.gigafs.server.path;

import org.jspecify.annotations.NullMarked;
