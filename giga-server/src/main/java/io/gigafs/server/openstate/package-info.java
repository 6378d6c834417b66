/**
 * What sessions hold of the files of a partition: opens, byte-range locks, locks of whole files.
 * Knows neither lanes nor messages; its rows are those of the store's family for holds.
 */
@NullMarked
package io.gigafs.server.openstate;

import org.jspecify.annotations.NullMarked;
