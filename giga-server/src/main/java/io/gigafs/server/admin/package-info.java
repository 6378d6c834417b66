/** What a server tells of itself: its view, its totals, its counters. */
@NullMarked
package io.gigafs.server.admin;

import org.jspecify.annotations.NullMarked;
