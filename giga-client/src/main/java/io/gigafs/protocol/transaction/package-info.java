/**
 * Steps of transactions between servers: directories that are created, removed or changed, and the
 * two-phase commit.
 */
@NullMarked
package io.gigafs.protocol.transaction;

import org.jspecify.annotations.NullMarked;
