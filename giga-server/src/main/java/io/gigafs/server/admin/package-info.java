/** What a server reports about itself: its view, totals, counters and checkpoints. */
@NullMarked
package io.gigafs.server.admin;

import org.jspecify.annotations.NullMarked;
