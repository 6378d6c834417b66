/**
 * What all messages of the wire protocol share: interfaces of requests and results, callers,
 * attributes, error codes, and the encoding of elements. Each subject has a package of messages
 * above this one, and {@code frame} is above them all. docs/wire-format.md draws every frame.
 */
@NullMarked
package io.gigafs.protocol;

import org.jspecify.annotations.NullMarked;
