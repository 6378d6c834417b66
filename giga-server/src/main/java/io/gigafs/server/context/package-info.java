/**
 * What all parts of a server use: the shared context, messages to other servers, the table of
 * routes, and counters.
 */
@NullMarked
package io.gigafs.server.context;

import org.jspecify.annotations.NullMarked;
