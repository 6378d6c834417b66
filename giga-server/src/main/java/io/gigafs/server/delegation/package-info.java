/**
 * Names of partitions that are delegated to one client: who gets them, and files that were made
 * before the server heard of them.
 */
@NullMarked
package io.gigafs.server.delegation;

import org.jspecify.annotations.NullMarked;
