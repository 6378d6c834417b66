/**
 * RPC: connections, requests in flight, deadlines and back-off, and the clock and timers that are
 * injected into components that wait. {@link io.gigafs.rpc.ClientChannel} states who completes a
 * call, on which thread, and what happens when a connection is lost.
 */
@NullMarked
package io.gigafs.rpc;

import org.jspecify.annotations.NullMarked;
