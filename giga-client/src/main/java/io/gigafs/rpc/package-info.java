/**
 * RPC: connections, requests in flight, deadlines and back-off, and the clock and timers that are
 * injected into components that wait.
 */
@NullMarked
package io.gigafs.rpc;

import org.jspecify.annotations.NullMarked;
