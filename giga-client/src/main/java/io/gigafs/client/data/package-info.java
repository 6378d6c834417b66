/**
 * The bytes of open files: what a client keeps of small ones until it brings them to a server, how
 * they get to a volume when they grow, and how they are read and written there.
 */
@NullMarked
package io.gigafs.client.data;

import org.jspecify.annotations.NullMarked;
