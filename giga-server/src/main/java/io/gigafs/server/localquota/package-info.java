/**
 * What this server may let happen below a directory with a quota without asking anybody: how much
 * its partitions hold, and how much more they may.
 */
@NullMarked
package io.gigafs.server.localquota;

import org.jspecify.annotations.NullMarked;
