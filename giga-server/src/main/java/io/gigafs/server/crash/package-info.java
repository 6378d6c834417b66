/** Where in its work a server may be told to die, so that tests can see what comes of it. */
@NullMarked
package io.gigafs.server.crash;

import org.jspecify.annotations.NullMarked;
