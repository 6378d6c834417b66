/**
 * The engine of changes of several partitions: two-phase commit with presumed abort, changes of a
 * directory in all its partitions, and the recovery of both. The coordinator of a change is the
 * owner of the name that the change begins with.
 */
@NullMarked
package io.gigafs.server.transaction;

import org.jspecify.annotations.NullMarked;
