/**
 * Objects on volumes that hold files' bytes: their placement, and calls to volumes on behalf of
 * files, off the lanes.
 *
 * <p>The result of a call to a volume goes back to the file's lane, which decides the request
 * again: the file may have changed or moved meanwhile.
 */
@NullMarked
package io.gigafs.server.placement;

import org.jspecify.annotations.NullMarked;
