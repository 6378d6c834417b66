/**
 * Online check and repair of a server's store: portions of it are scanned in the background, and
 * each suspect is examined again on the lane that owns it.
 *
 * <p>A {@link io.gigafs.server.check.Rule} covers one kind of damage. The same rule examines a
 * suspect of a scan and a finding of a later request.
 */
@NullMarked
package io.gigafs.server.check;

import org.jspecify.annotations.NullMarked;
