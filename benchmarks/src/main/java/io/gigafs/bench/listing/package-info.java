/** How fast does one client list a directory, and what do entries that are gone still cost? */
@NullMarked
package io.gigafs.bench.listing;

import org.jspecify.annotations.NullMarked;
