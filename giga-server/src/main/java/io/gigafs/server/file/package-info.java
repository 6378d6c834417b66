/**
 * Open files: handles and what they permit, reads, writes and reports of clients, locks and their
 * waiters, and which sessions are alive.
 */
@NullMarked
package io.gigafs.server.file;

import org.jspecify.annotations.NullMarked;
