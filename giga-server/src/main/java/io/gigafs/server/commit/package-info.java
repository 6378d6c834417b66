/**
 * Namespace transactions: atomic changes of several names on any servers, by two-phase commit with
 * presumed abort. {@code StepActions} applies a step to one name. The coordinator of a change is
 * the owner of the name that the change begins with.
 */
@NullMarked
package io.gigafs.server.commit;

import org.jspecify.annotations.NullMarked;
