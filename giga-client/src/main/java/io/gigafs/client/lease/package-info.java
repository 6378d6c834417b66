/**
 * What may this client answer or decide without a request? Directory leases, the attribute cache,
 * delegations with the changes that are flushed later, and hints of copies.
 */
@NullMarked
package io.gigafs.client.lease;

import org.jspecify.annotations.NullMarked;
