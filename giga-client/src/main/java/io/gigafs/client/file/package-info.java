/** Open files: open(2), requests on handles wherever the file is now, and locks. */
@NullMarked
package io.gigafs.client.file;

import org.jspecify.annotations.NullMarked;
