/** A metadata server: its start, service and stop. */
@NullMarked
package io.gigafs.server;

import org.jspecify.annotations.NullMarked;
