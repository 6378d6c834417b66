/**
 * Requests about open files: open and close, bytes that servers store, objects of a file, byte-
 * range locks, sessions.
 */
@NullMarked
package io.gigafs.protocol.file;

import org.jspecify.annotations.NullMarked;
