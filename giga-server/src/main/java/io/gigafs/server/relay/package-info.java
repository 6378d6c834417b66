/**
 * Reads and writes of objects on volumes for clients that cannot access the volumes: data path
 * {@code server}. All of this runs off the lanes.
 */
@NullMarked
package io.gigafs.server.relay;

import org.jspecify.annotations.NullMarked;
