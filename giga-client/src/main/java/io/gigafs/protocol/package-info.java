/**
 * The wire protocol: operations, answers, error codes and their encoding. docs/wire-format.md draws
 * every frame.
 */
@NullMarked
package io.gigafs.protocol;

import org.jspecify.annotations.NullMarked;
