/** How the cache group serves clients, whatever becomes of its members. */
@NullMarked
package io.gigafs.server.group;

import org.jspecify.annotations.NullMarked;
