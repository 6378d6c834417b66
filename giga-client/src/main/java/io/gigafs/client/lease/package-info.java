/**
 * What may this client answer or decide without a request? Directory leases, the attribute cache,
 * delegations with the changes that are made under them, and hints of copies.
 */
@NullMarked
package io.gigafs.client.lease;

import org.jspecify.annotations.NullMarked;
