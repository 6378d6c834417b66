/** The library's API: clients, administration, targets, open files, listings, streams, settings. */
@NullMarked
package io.gigafs.client;

import org.jspecify.annotations.NullMarked;
