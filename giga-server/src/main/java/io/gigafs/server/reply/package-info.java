/**
 * The replies of a partition to mutations that clients may retry: how they are recorded with the
 * effects, found again, confirmed and dropped.
 */
@NullMarked
package io.gigafs.server.reply;

import org.jspecify.annotations.NullMarked;
