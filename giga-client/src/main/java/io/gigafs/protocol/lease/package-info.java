/**
 * Leases on names: partitions that are delegated to a client, and copies of hot names on other
 * servers.
 */
@NullMarked
package io.gigafs.protocol.lease;

import org.jspecify.annotations.NullMarked;
