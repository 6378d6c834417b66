/** A metadata server: how it starts, serves and stops. */
@NullMarked
package io.gigafs.server;

import org.jspecify.annotations.NullMarked;
