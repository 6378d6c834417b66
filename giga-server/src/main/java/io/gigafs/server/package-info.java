/**
 * A metadata server: its construction, start and stop, recovery at the start, and periodic work.
 */
@NullMarked
package io.gigafs.server;

import org.jspecify.annotations.NullMarked;
