/** Whether whole clusters of real processes keep what they acknowledged while they are broken. */
@NullMarked
package io.gigafs.server.chaos;

import org.jspecify.annotations.NullMarked;
