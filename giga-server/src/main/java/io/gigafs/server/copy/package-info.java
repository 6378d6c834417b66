/**
 * Which names that all clients look up are copied to other servers, who has a copy of them, and how
 * look-ups are answered from copies.
 */
@NullMarked
package io.gigafs.server.copy;

import org.jspecify.annotations.NullMarked;
