/** Points in a server's work at which tests can make it crash. */
@NullMarked
package io.gigafs.server.crash;

import org.jspecify.annotations.NullMarked;
