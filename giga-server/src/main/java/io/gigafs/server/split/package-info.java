/** How a partition gives half of its names to a new one, here or on another server. */
@NullMarked
package io.gigafs.server.split;

import org.jspecify.annotations.NullMarked;
