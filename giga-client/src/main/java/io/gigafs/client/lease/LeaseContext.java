package io.gigafs.client.lease;

import io.gigafs.client.data.OpenFiles;
import io.gigafs.client.request.RequestContext;

/** What a client's requests share, with what it caches under leases of servers. */
public interface LeaseContext extends RequestContext {
  Leases leases();

  default DirectoryCache directories() {
    return leases().directories();
  }

  default AttributeCache attributeCache() {
    return leases().attributeCache();
  }

  default Delegations delegations() {
    return leases().delegations();
  }

  /** The files that this client has open, whose names it does not remove under a delegation. */
  OpenFiles files();
}
