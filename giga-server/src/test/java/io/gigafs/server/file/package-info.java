/** Tests of open files, locks and sessions, with clients and servers of a simulated cluster. */
@NullMarked
package io.gigafs.server.file;

import org.jspecify.annotations.NullMarked;
