/**
 * Delegation of a partition's names to one client: granting it, and applying the creates and
 * unlinks that the client made on its own.
 */
@NullMarked
package io.gigafs.server.delegation;

import org.jspecify.annotations.NullMarked;
