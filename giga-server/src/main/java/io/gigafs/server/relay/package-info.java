/**
 * How a server reads and writes objects on volumes for clients that do not reach these: data path
 * {@code server}. What happens here happens off the lanes.
 */
@NullMarked
package io.gigafs.server.relay;

import org.jspecify.annotations.NullMarked;
