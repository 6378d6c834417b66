/** This server's usage of quotas, and the credit that it may use without asking another server. */
@NullMarked
package io.gigafs.server.localquota;

import org.jspecify.annotations.NullMarked;
