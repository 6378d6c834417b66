/** How a partition gives half of its names away, and how a server takes such a half in. */
@NullMarked
package io.gigafs.server.split;

import org.jspecify.annotations.NullMarked;
