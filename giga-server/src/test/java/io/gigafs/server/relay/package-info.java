/** Tests of what a server does with objects for clients. */
@NullMarked
package io.gigafs.server.relay;

import org.jspecify.annotations.NullMarked;
