/** What all parts of a server use: its messages to other servers, and its counters. */
@NullMarked
package io.gigafs.server.context;

import org.jspecify.annotations.NullMarked;
