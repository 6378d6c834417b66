package io.gigafs.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings.AttributeCacheSettings;
import io.gigafs.client.DelegationSettings;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Notice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leases on directories: what recalls and own changes take out of the cache, or keep out of it. */
class DirectoryCacheTest {
  private static final DirectoryKey KEY = new DirectoryKey(InodeId.ROOT, Name.of("d"));
  private static final DirectoryEntry ENTRY = DirectoryEntry.SUPER_ROOT;

  private final Leases leases = new Leases(AttributeCacheSettings.NONE, DelegationSettings.NEVER);
  private final DirectoryCache cache = leases.directories();

  @Test
  void lookupOvertakenByARecallIsNotCached() {
    long moment = leases.moment();
    List<Object> replies = new ArrayList<>();
    leases.notice(new Notice.LeaseRecalled(5, KEY.parent(), KEY.name()), replies::add);
    cache.keep(KEY, ENTRY, moment, 0, 1_000);
    assertThat(cache.get(KEY, 1)).isNull();
    assertThat(replies).containsExactly(new Notice.LeaseReturned(5));
    cache.keep(KEY, ENTRY, leases.moment(), 0, 1_000);
    assertThat(cache.get(KEY, 1)).isEqualTo(ENTRY);
  }

  @Test
  void recallDropsTheEntry() {
    cache.keep(KEY, ENTRY, leases.moment(), 0, 1_000);
    leases.notice(new Notice.LeaseRecalled(5, KEY.parent(), KEY.name()), returned -> {});
    assertThat(cache.get(KEY, 1)).isNull();
  }

  @Test
  void recallOfAnUnknownDelegationIsAnsweredAtOnce() {
    List<Object> replies = new ArrayList<>();
    leases.notice(
        new Notice.DelegationRecalled(6, KEY.parent(), PartitionIndex.ZEROTH), replies::add);
    assertThat(replies).containsExactly(new Notice.LeaseReturned(6));
  }

  @Test
  void entryIsNotCachedDuringAChange() {
    long begun = cache.beginChange(KEY);
    long during = leases.moment();
    cache.keep(KEY, ENTRY, during, 0, 1_000);
    assertThat(cache.get(KEY, 1)).isNull();
    cache.endChange(KEY, begun);
    cache.keep(KEY, ENTRY, during, 0, 1_000);
    assertThat(cache.get(KEY, 1)).isNull();
  }
}
