/** The cluster view and its changes, and the state of a server. */
@NullMarked
package io.gigafs.protocol.cluster;

import org.jspecify.annotations.NullMarked;
