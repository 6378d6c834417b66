/**
 * Connections, requests in flight, deadlines and retries, and the clock and timers that are handed
 * to whoever waits.
 */
@NullMarked
package io.gigafs.rpc;

import org.jspecify.annotations.NullMarked;
