/** How a partition gets from one server to another: extract, upload, install. */
@NullMarked
package io.gigafs.server.transfer;

import org.jspecify.annotations.NullMarked;
