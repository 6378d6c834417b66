/** What this server knows of the cluster: the current view, and whether it may take changes. */
@NullMarked
package io.gigafs.server.membership;

import org.jspecify.annotations.NullMarked;
