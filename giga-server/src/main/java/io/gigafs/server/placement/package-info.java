/**
 * Objects on volumes that have files' bytes: where they are put, and what is asked of them and done
 * to them for the files, off the lanes.
 *
 * <p>What a call to a volume came to goes back to the file's lane, which decides the request anew:
 * the file may have changed or gone elsewhere meanwhile.
 */
@NullMarked
package io.gigafs.server.placement;

import org.jspecify.annotations.NullMarked;
