/** Deletes objects on volumes that belong to no file any more. */
@NullMarked
package io.gigafs.server.reclaim;

import org.jspecify.annotations.NullMarked;
