/** The library's API: clients, paths, open files, listings, streams, and settings. */
@NullMarked
package io.gigafs.client;

import org.jspecify.annotations.NullMarked;
