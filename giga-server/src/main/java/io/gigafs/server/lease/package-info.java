/**
 * What clients and other servers may keep of a partition: names that are delegated to one client,
 * with the files that it created ahead of the server, and copies of names that many clients look
 * up, on other servers.
 */
@NullMarked
package io.gigafs.server.lease;

import org.jspecify.annotations.NullMarked;
