package io.gigafs.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gigafs.cache.BlockPlacement.Member;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Tests the shares of members, the moves of blocks at changes, and fixed hashes as examples. */
class BlockPlacementTest {
  private static final int OBJECTS = 200;
  private static final int BLOCKS = 100;
  private static final int ALL = OBJECTS * BLOCKS;
  private static final long FIRST_HASH = 158068400722966470L;
  private static final long LATER_HASH = 4750665705426224954L;
  private static final String HOLDERS = "cacaccaaacccabcccccabcca";

  private static List<Member> equal(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> new Member("s" + i, 1L << 30)).toList();
  }

  /** The name of the member that holds each block of the test objects. */
  private static List<String> holders(BlockPlacement placement) {
    List<String> holders = new ArrayList<>(ALL);
    for (int object = 0; object < OBJECTS; object++) {
      CacheKey key = ObjectKeys.of(new UUID(1, 2), 1, "2/" + object + "/f.object", 1 << 20);
      for (int index = 0; index < BLOCKS; index++) {
        long block = BlockPlacement.blockHash(key, index);
        holders.add(placement.members().get(placement.holderOf(block, place -> true)).name());
      }
    }
    return holders;
  }

  private static double share(List<String> holders, String name) {
    return (double) Collections.frequency(holders, name) / holders.size();
  }

  @Test
  void membersOfEqualWeightHoldEqualShares() {
    List<String> holders = holders(new BlockPlacement(equal(5)));
    for (int i = 1; i <= 5; i++) {
      assertThat(share(holders, "s" + i)).isCloseTo(0.2, Offset.offset(0.01));
    }
  }

  @Test
  void sharesFollowWeights() {
    List<String> holders =
        holders(
            new BlockPlacement(
                List.of(
                    new Member("a", 100L << 30),
                    new Member("b", 50L << 30),
                    new Member("c", 10L << 30),
                    new Member("none", 0))));
    assertThat(share(holders, "a")).isCloseTo(100 / 160.0, Offset.offset(0.012));
    assertThat(share(holders, "b")).isCloseTo(50 / 160.0, Offset.offset(0.012));
    assertThat(share(holders, "c")).isCloseTo(10 / 160.0, Offset.offset(0.012));
    assertThat(holders).doesNotContain("none");
  }

  @Test
  void blocksOfAnObjectSpreadOverAllMembers() {
    List<String> holders = holders(new BlockPlacement(equal(4)));
    for (int object = 0; object < OBJECTS; object++) {
      assertThat(holders.subList(object * BLOCKS, (object + 1) * BLOCKS))
          .contains("s1", "s2", "s3", "s4");
    }
  }

  @Test
  void newMemberTakesOnlyItsShare() {
    List<String> before = holders(new BlockPlacement(equal(4)));
    List<String> after = holders(new BlockPlacement(equal(5)));
    int moved = 0;
    for (int i = 0; i < ALL; i++) {
      if (!before.get(i).equals(after.get(i))) {
        assertThat(after.get(i)).isEqualTo("s5");
        moved++;
      }
    }
    assertThat((double) moved / ALL).isCloseTo(0.2, Offset.offset(0.01));
  }

  @Test
  void blocksOfARemovedMemberSpreadOverTheOthers() {
    List<Member> all = equal(5);
    List<String> before = holders(new BlockPlacement(all));
    List<String> after = holders(new BlockPlacement(all.subList(0, 4)));
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < ALL; i++) {
      if (before.get(i).equals("s5")) {
        taken.add(after.get(i));
      } else {
        assertThat(after.get(i)).isEqualTo(before.get(i));
      }
    }
    for (int i = 1; i <= 4; i++) {
      assertThat(share(taken, "s" + i)).isCloseTo(0.25, Offset.offset(0.03));
    }
  }

  @Test
  void higherWeightOnlyGainsBlocks() {
    List<Member> some = List.of(new Member("a", 4), new Member("b", 4), new Member("c", 4));
    List<Member> grown = List.of(new Member("a", 4), new Member("b", 8), new Member("c", 4));
    List<String> before = holders(new BlockPlacement(some));
    List<String> after = holders(new BlockPlacement(grown));
    for (int i = 0; i < ALL; i++) {
      assertThat(after.get(i)).isIn(before.get(i), "b");
    }
    assertThat(share(after, "b")).isCloseTo(0.5, Offset.offset(0.012));
  }

  @Test
  void skippedMemberCountsAsRemoved() {
    BlockPlacement all = new BlockPlacement(equal(5));
    BlockPlacement four = new BlockPlacement(equal(5).subList(0, 4));
    Random random = new Random(5);
    for (int i = 0; i < 1_000; i++) {
      long block = random.nextLong();
      assertThat(all.holderOf(block, place -> place != 4))
          .isEqualTo(four.holderOf(block, place -> true));
      assertThat(all.order(block).get(0)).isEqualTo(all.holderOf(block, place -> true));
      assertThat(all.order(block)).hasSize(5).doesNotHaveDuplicates();
    }
    assertThat(all.holderOf(1, place -> false)).isEqualTo(BlockPlacement.NOBODY);
    assertThat(BlockPlacement.NONE.holderOf(1, place -> true)).isEqualTo(BlockPlacement.NOBODY);
  }

  @Test
  void fingerprintsDifferByMembersButNotByTheirOrder() {
    List<Member> reversed = new ArrayList<>(equal(5));
    Collections.reverse(reversed);
    BlockPlacement placement = new BlockPlacement(equal(5));
    assertThat(holders(new BlockPlacement(reversed))).isEqualTo(holders(placement));
    assertThat(new BlockPlacement(reversed).fingerprint()).isEqualTo(placement.fingerprint());
    assertThat(new BlockPlacement(equal(4)).fingerprint()).isNotEqualTo(placement.fingerprint());
    assertThat(new BlockPlacement(List.of(new Member("s1", 2))).fingerprint())
        .isNotEqualTo(new BlockPlacement(List.of(new Member("s1", 3))).fingerprint());
  }

  /** Clients of other versions must compute the same holders. */
  @Test
  void hashesAndHoldersStayStable() {
    CacheKey key = CacheKey.of("object");
    assertThat(BlockPlacement.blockHash(key, 0)).isEqualTo(FIRST_HASH);
    assertThat(BlockPlacement.blockHash(key, 77)).isEqualTo(LATER_HASH);
    BlockPlacement placement =
        new BlockPlacement(List.of(new Member("a", 3), new Member("b", 1), new Member("c", 2)));
    StringBuilder holders = new StringBuilder();
    for (int index = 0; index < 24; index++) {
      int place = placement.holderOf(BlockPlacement.blockHash(key, index), any -> true);
      holders.append(placement.members().get(place).name());
    }
    assertThat(holders.toString()).isEqualTo(HOLDERS);
  }

  @Test
  void negativeWeightsAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Member("a", -1));
  }

  @Test
  void objectKeysAreUnique() {
    UUID cluster = new UUID(1, 2);
    String longPath = "d/" + "x".repeat(300);
    List<CacheKey> keys =
        List.of(
            ObjectKeys.of(cluster, 1, "d/a", 4096),
            ObjectKeys.of(cluster, 2, "d/a", 4096),
            ObjectKeys.of(cluster, 1, "d/b", 4096),
            ObjectKeys.of(cluster, 1, "d/a", 8192),
            ObjectKeys.of(new UUID(1, 3), 1, "d/a", 4096),
            ObjectKeys.of(cluster, 1, longPath, 4096),
            ObjectKeys.of(cluster, 1, longPath + "y", 4096));
    assertThat(keys).doesNotHaveDuplicates();
    assertThat(ObjectKeys.of(cluster, 1, "d/a", 4096)).isEqualTo(keys.get(0));
  }
}
