/**
 * Operations on directories, which take more than one partition: making, removing and changing one.
 */
@NullMarked
package io.gigafs.server.transaction;

import org.jspecify.annotations.NullMarked;
