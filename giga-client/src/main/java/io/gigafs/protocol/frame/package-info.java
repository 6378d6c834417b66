/**
 * Frames and the table of all operations. The top of the protocol: no package of messages uses it.
 */
@NullMarked
package io.gigafs.protocol.frame;

import org.jspecify.annotations.NullMarked;
