package io.gigafs.client.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClusterSpace;
import io.gigafs.protocol.cluster.StatFsRequest.StatFsResult;
import io.gigafs.protocol.data.VolumeState;
import io.gigafs.volume.FileSystemId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for the sum of space: each file system counts once. */
class SpaceSumTest {
  private static final FileSystemId A = new FileSystemId(1);
  private static final FileSystemId B = new FileSystemId(-2);
  private static final FileSystemId C = new FileSystemId(3);

  private final SpaceSum sum = new SpaceSum();

  private void store(FileSystemId fileSystem, long total, long free) {
    sum.add(new StatFsResult(10, total, free, 0, 5, fileSystem));
  }

  private void volume(int number, FileSystemId fileSystem, long total, long free) {
    sum.add(new VolumeState(number, "", total, free, 0, fileSystem, -1, 0, 0, 0));
  }

  private void is(long total, long free) {
    ClusterSpace space = sum.sum();
    assertThat(space.totalBytes()).isEqualTo(total);
    assertThat(space.freeBytes()).isEqualTo(free);
    assertThat(space.usedBytes()).isEqualTo(total - free);
  }

  @Test
  void allStoresAreCounted() {
    store(A, 100, 50);
    store(B, 200, 70);
    store(FileSystemId.UNKNOWN, 1_000, 1);
    store(FileSystemId.UNKNOWN, 1_000, 1);
    is(2_300, 122);
    assertThat(sum.sum().entries()).isEqualTo(40);
    assertThat(sum.sum().storeBytes()).isEqualTo(20);
  }

  @Test
  void sharedFileSystemIsCountedOnce() {
    store(A, 100, 50);
    store(A, 100, 49);
    volume(1, A, 100, 48);
    volume(2, A, 100, 48);
    is(100, 48);
  }

  @Test
  void volumeReportedByManyServersCountsOnce() {
    store(A, 100, 50);
    volume(1, B, 1_000, 400);
    volume(1, C, 1_000, 399);
    is(1_100, 449);
  }

  @Test
  void oneServerIdentifiesVolumesOfOneFileSystem() {
    volume(1, A, 1_000, 400);
    volume(2, B, 1_000, 400);
    is(2_000, 800);
    volume(1, C, 1_000, 400);
    volume(2, C, 1_000, 400);
    is(1_000, 400);
  }

  @Test
  void volumesOfUnknownSizeAreListed() {
    volume(1, FileSystemId.UNKNOWN, 0, 0);
    volume(2, FileSystemId.UNKNOWN, 0, 0);
    volume(2, A, 100, 40);
    is(100, 40);
    assertThat(sum.sum().uncounted()).isEqualTo(List.of(1));
  }

  @Test
  void unlimitedStorageDoesNotOverflow() {
    store(A, Long.MAX_VALUE, Long.MAX_VALUE);
    store(B, Long.MAX_VALUE, 1);
    is(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  @Test
  void reservedSpaceIsNeitherUsedNorAvailable() {
    sum.add(new StatFsResult(10, 100, 50, 20, 5, A));
    sum.add(new StatFsResult(10, 100, 49, 20, 5, A));
    sum.add(new VolumeState(1, "", 1_000, 400, 100, B, -1, 0, 0, 0));
    ClusterSpace space = sum.sum();
    assertThat(space.freeBytes()).isEqualTo(449);
    assertThat(space.reservedBytes()).isEqualTo(120);
    assertThat(space.usedBytes()).isEqualTo(531);
  }

  @Test
  void entryCapacityIgnoresSmallFreeSpaceChanges() {
    store(A, 1L << 40, 300L << 30);
    long room = sum.sum().roomForEntries();
    SpaceSum fuller = new SpaceSum();
    fuller.add(new StatFsResult(1_000, 1L << 40, 299L << 30, 0, 1L << 30, A));
    assertThat(fuller.sum().roomForEntries()).isEqualTo(room).isEqualTo(1L << 30);
  }

  @Test
  void fullClusterHasNoRoomForEntries() {
    store(A, 100, 0);
    assertThat(sum.sum().roomForEntries()).isZero();
  }
}
