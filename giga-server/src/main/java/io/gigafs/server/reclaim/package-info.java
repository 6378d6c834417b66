/** Deletes the objects on volumes that were files' bytes and are nobody's any more. */
@NullMarked
package io.gigafs.server.reclaim;

import org.jspecify.annotations.NullMarked;
