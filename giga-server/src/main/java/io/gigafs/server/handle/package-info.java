/**
 * Open files: which handle may do what, who has which locks and who waits, and which sessions are
 * alive.
 */
@NullMarked
package io.gigafs.server.handle;

import org.jspecify.annotations.NullMarked;
