package io.gigafs.client.lease;

import io.gigafs.client.data.OpenFiles;
import io.gigafs.client.request.RequestContext;

/** What a client's requests share, with what it caches under leases of servers. */
public interface LeaseContext extends RequestContext {
  DirectoryCache directories();

  AttributeCache attributeCache();

  Delegations delegations();

  /** The files that this client has open, whose names it does not remove under a delegation. */
  OpenFiles files();
}
