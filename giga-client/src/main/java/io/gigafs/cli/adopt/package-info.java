/**
 * {@code giga volume adopt}: makes an existing tree part of a cluster without copying its bytes.
 */
@NullMarked
package io.gigafs.cli.adopt;

import org.jspecify.annotations.NullMarked;
