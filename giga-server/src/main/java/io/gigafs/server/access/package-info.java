/**
 * Linux semantics of changes to files: which changes are refused with which error, and what the
 * allowed ones do. Pure functions. {@link io.gigafs.access} decides about read, write and execute
 * permission.
 */
@NullMarked
package io.gigafs.server.access;

import org.jspecify.annotations.NullMarked;
