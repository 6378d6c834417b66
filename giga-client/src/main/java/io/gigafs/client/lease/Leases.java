package io.gigafs.client.lease;

import io.gigafs.client.ClientSettings.AttributeCacheSettings;
import io.gigafs.client.DelegationSettings;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.request.NoticeListener;
import io.gigafs.protocol.Notice;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * All that this client caches under leases, by the modes of {@link Lease}, and the one receiver of
 * recalls. Changes by the client itself are reported to all modes by an {@link OwnChange}. Safe for
 * use by several threads.
 */
public final class Leases implements NoticeListener {
  private final AtomicLong moments = new AtomicLong();
  private final DirectoryCache directories = new DirectoryCache(moments);
  private final AttributeCache attributeCache;
  private final Delegations delegations;

  /** Nothing cached. */
  public Leases(AttributeCacheSettings attributes, DelegationSettings delegation) {
    this.attributeCache = new AttributeCache(attributes, moments);
    this.delegations = new Delegations(delegation);
  }

  /** The leases in mode READ. */
  public DirectoryCache directories() {
    return directories;
  }

  /** The leases in mode ATTRIBUTES. */
  public AttributeCache attributeCache() {
    return attributeCache;
  }

  /** The leases in mode WRITE. */
  public Delegations delegations() {
    return delegations;
  }

  /** To be taken before a request whose answer is to be cached. */
  public long moment() {
    return moments.get();
  }

  /** Returns a recalled lease once nothing is used under it any more. */
  @Override
  public void notice(Notice notice, Consumer<Notice> reply) {
    if (notice instanceof Notice.LeaseRecalled recalled) {
      directories.recall(new DirectoryKey(recalled.directory(), recalled.name()));
      reply.accept(new Notice.LeaseReturned(recalled.lease()));
    } else if (notice instanceof Notice.DelegationRecalled recalled) {
      delegations.recall(
          recalled.directory(),
          recalled.partition(),
          () -> reply.accept(new Notice.LeaseReturned(recalled.lease())));
    }
  }
}
