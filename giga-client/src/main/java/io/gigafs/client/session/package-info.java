/** What do all operations of a client share? Its session with the cluster and its volumes. */
@NullMarked
package io.gigafs.client.session;

import org.jspecify.annotations.NullMarked;
