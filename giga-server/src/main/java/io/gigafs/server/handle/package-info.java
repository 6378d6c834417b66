/**
 * Open files: permissions of handles, byte-range and whole-file locks with their waiting requests,
 * and the liveness of sessions.
 */
@NullMarked
package io.gigafs.server.handle;

import org.jspecify.annotations.NullMarked;
