package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for listings: each entry once despite splits, and the attributes of directories. */
final class ListingTest extends ClientTestBase {
  @Test
  void emptyDirectoryHasNoPage() throws GigaException {
    makeDirectory("/d");
    assertThat(list("/d", false)).isEmpty();
    Listing listing = await(client.list(path("/d"), true));
    assertThat(await(listing.nextPage())).isEmpty();
    assertThat(await(listing.nextPage())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void eachEntryIsListedOnceDuringSplits(long seed) throws GigaException {
    use(new FakeCluster(seed, 4, 8, 1_000));
    makeDirectory("/d");
    List<Name> names = new ArrayList<>(createFiles("/d", 200));
    InodeId directory = stat("/d").inode();
    Random random = new Random(seed);
    cluster.lossPerMille = 50;
    cluster.interceptor =
        (server, request) -> {
          if (request instanceof ListRequest list && list.directory().equals(directory)) {
            List<FakePartition> all = cluster.partitionsOf(directory);
            FakePartition any = all.get(random.nextInt(all.size()));
            if (any.partition.depth() < 8) {
              cluster.split(any);
            }
          }
          return null;
        };
    List<Name> listed = new ArrayList<>(namesOf(list("/d", seed % 2 == 0)));
    assertThat(cluster.partitionsOf(directory).size()).isGreaterThan(20);
    Collections.sort(names);
    Collections.sort(listed);
    assertThat(listed).isEqualTo(names);
  }

  @Test
  void emptyPartitionsAreSkipped() throws GigaException {
    use(new FakeCluster(5, 4, 8, 2));
    makeDirectory("/d");
    List<Name> names = createFiles("/d", 200);
    for (Name name : names.subList(1, 200)) {
      await(client.unlink(path("/d").child(name)));
    }
    assertThat(namesOf(list("/d", false))).containsExactly(names.get(0));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void openDirectoryIsListedFromAnyNameDuringSplits(long seed) throws GigaException {
    use(new FakeCluster(seed, 4, 8, 10));
    makeDirectory("/d");
    createFiles("/d", 40);
    OpenDirectory directory = await(client.openDirectory(path("/d"), false));
    assertThat(directory.inode()).isEqualTo(stat("/d").inode());
    List<Name> all = namesOf(rest(directory.list(Position.FIRST, false)));
    assertThat(all).hasSize(40).isSortedAccordingTo(Comparator.comparing(Name::position));
    for (Name name : names("g", 80)) {
      create("/d/" + name);
    }
    for (int i = 0; i < all.size(); i++) {
      List<Name> rest = namesOf(rest(directory.list(all.get(i).position(), i % 2 == 0)));
      assertThat(rest).startsWith(all.get(i)).containsSubsequence(all.subList(i, all.size()));
    }
  }

  private List<ListedEntry> rest(Listing listing) throws GigaException {
    List<ListedEntry> all = new ArrayList<>();
    for (List<ListedEntry> page = await(listing.nextPage());
        !page.isEmpty();
        page = await(listing.nextPage())) {
      all.addAll(page);
    }
    return all;
  }

  @Test
  void removedOpenDirectoryReportsAStaleHandle() throws GigaException {
    makeDirectory("/d");
    OpenDirectory directory = await(client.openDirectory(path("/d"), false));
    await(client.removeDirectory(path("/d")));
    assertThat(rest(Objects.requireNonNull(directory.takeBegun()))).isEmpty();
    assertThat(directory.takeBegun()).isNull();
    assertFails(directory.list(Position.FIRST, false).nextPage())
        .hasMessageContaining("Stale file handle");
    assertFails(client.openDirectory(path("/d"), false)).hasMessageContaining("No such file");
  }

  @Test
  void onlyOnePageIsPrefetched() throws GigaException {
    makeDirectory("/d");
    createFiles("/d", 30);
    Listing listing = await(client.list(path("/d"), false));
    cluster.time().runAll();
    assertThat(pagesAskedFor()).isEqualTo(1);
    assertThat(await(listing.nextPage())).hasSize(3);
    cluster.time().runAll();
    assertThat(pagesAskedFor()).isEqualTo(2);
    await(listing.nextPage());
    listing.close();
    cluster.time().runAll();
    assertThat(pagesAskedFor()).isEqualTo(3);
    assertThat(await(listing.nextPage())).isEmpty();
  }

  @Test
  void failedPageCanBeRequestedAgain() throws GigaException {
    makeDirectory("/d");
    List<Name> names = createFiles("/d", 9);
    Listing listing = await(client.list(path("/d"), true));
    List<ListedEntry> all = new ArrayList<>(await(listing.nextPage()));
    cluster.time().runAll();
    all.addAll(await(listing.nextPage()));
    cluster.lossPerMille = 1_000;
    assertFails(listing.nextPage()).hasMessageContaining("/d: list: server");
    cluster.lossPerMille = 0;
    for (List<ListedEntry> page = await(listing.nextPage());
        !page.isEmpty();
        page = await(listing.nextPage())) {
      all.addAll(page);
    }
    assertThat(namesOf(all)).containsExactlyInAnyOrderElementsOf(names);
  }

  @Test
  void pagesCanBeChainedFromTheirCallbacks() throws GigaException {
    makeDirectory("/d");
    List<Name> names = createFiles("/d", 50);
    Listing listing = await(client.list(path("/d"), false));
    List<Name> all = new ArrayList<>();
    assertThat(await(drain(listing, all))).isTrue();
    assertThat(all).containsExactlyInAnyOrderElementsOf(names);
  }

  private static CompletableFuture<Boolean> drain(Listing listing, List<Name> into) {
    return listing
        .nextPage()
        .thenCompose(
            page -> {
              into.addAll(namesOf(page));
              return page.isEmpty()
                  ? CompletableFuture.completedFuture(true)
                  : drain(listing, into);
            });
  }

  @Test
  void subdirectoriesAreListedWithCurrentAttributes() throws GigaException {
    use(new FakeCluster(5, 4, 8, 4));
    makeDirectory("/d");
    for (int i = 0; i < 10; i++) {
      makeDirectory("/d/sub" + i);
      createFiles("/d/sub" + i, i * 5);
      makeDirectory("/d/sub" + i + "/leaf");
    }
    for (ListedEntry entry : list("/d", true)) {
      FileAttributes expected = stat("/d/" + entry.name());
      assertThat(entry.attributes()).isEqualTo(expected);
      assertThat(expected.links()).isEqualTo(3);
      assertThat(expected.size() % 5).isOne();
    }
  }

  @Test
  void removalOfTheDirectoryEndsTheListing() throws GigaException {
    makeDirectory("/d");
    List<Name> names = createFiles("/d", 9);
    Listing listing = await(client.list(path("/d"), false));
    await(listing.nextPage());
    cluster.time().runAll();
    for (Name name : names) {
      await(client.unlink(path("/d").child(name)));
    }
    await(client.removeDirectory(path("/d")));
    await(listing.nextPage());
    assertThat(await(listing.nextPage())).isEmpty();
  }

  @Test
  void listingWithoutProgressIsAborted() throws GigaException {
    makeDirectory("/d");
    cluster.interceptor =
        (server, request) ->
            request instanceof ListRequest list
                ? new Answer.Done<>(
                    new ListResult(
                        List.of(),
                        new ListResult.Cursor(list.from(), list.after()),
                        PartitionMap.UNSPLIT))
                : null;
    assertFails(client.list(path("/d"), false))
        .hasMessage("/d: the listing does not move on: Protocol error");
  }

  @Test
  void directoryAttributesAddUpDuringSplits() throws GigaException {
    makeDirectory("/d");
    createFiles("/d", 300);
    makeDirectory("/d/sub");
    InodeId directory = stat("/d").inode();
    Random random = new Random(9);
    cluster.interceptor =
        (server, request) -> {
          List<FakePartition> all = cluster.partitionsOf(directory);
          FakePartition any = all.get(random.nextInt(all.size()));
          if (any.partition.depth() < 9) {
            cluster.split(any);
          }
          return null;
        };
    for (int i = 0; i < 20; i++) {
      FileAttributes attributes = stat("/d");
      assertThat(attributes.size()).isEqualTo(301);
      assertThat(attributes.links()).isEqualTo(3);
    }
    assertThat(cluster.partitionsOf(directory).size()).isGreaterThan(100);
  }

  @Test
  void directoryTimesComeFromTheLastChangedPartition() throws GigaException {
    use(new FakeCluster(5, 4, 8, 4));
    makeDirectory("/d");
    createFiles("/d", 50);
    cluster.time().advanceMillis(5_000);
    create("/d/last");
    FileAttributes file = stat("/d/last");
    assertThat(stat("/d").modifiedNanos()).isEqualTo(file.modifiedNanos());
  }

  private long pagesAskedFor() {
    return cluster.arrived.stream().filter(ListingTest::isList).count();
  }

  private static boolean isList(Request<?> request) {
    return request instanceof ListRequest;
  }
}
