/**
 * The cluster's volumes from one server's perspective: their health, the placement of new files,
 * limits on concurrent calls, and the changes that operators make.
 */
@NullMarked
package io.gigafs.server.volume;

import org.jspecify.annotations.NullMarked;
