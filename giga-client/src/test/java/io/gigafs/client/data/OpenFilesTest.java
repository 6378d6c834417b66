package io.gigafs.client.data;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.volume.VolumeException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests for the data of open files: buffering, the move to a volume, failures and quota. */
class OpenFilesTest {
  private final FakeSite site = new FakeSite(1);
  private final OpenFiles client = site.client(true);

  @Test
  void smallFileTakesOneRequest() {
    HandleData handle = site.open(client, false);
    assertThat(handle.write(0, bytes("hello "))).isDone();
    assertThat(handle.append(bytes("world"))).isDone();
    assertThat(read(handle)).isEqualTo("hello world");
    assertThat(client.mayHaveUnflushed()).isTrue();
    site.steps.await(handle.close(CloseMode.FLUSH));
    assertThat(site.file.requests).containsExactly("close");
    assertThat(contents()).isEqualTo("hello world");
    assertThat(client.heldBytes()).isZero();
    assertThat(client.mayHaveUnflushed()).isFalse();
  }

  @Test
  void cachedBytesAreRevalidatedAfterASecond() {
    HandleData handle = site.open(client, false);
    HandleData other = site.open(site.client(true), false);
    site.steps.await(other.write(0, bytes("news")));
    site.steps.await(other.flush());
    site.steps.pass(CachedBytes.FRESH_NANOS);
    assertThat(read(handle)).isEqualTo("news");
  }

  @Test
  void growingFileMovesAndIsThenWrittenDirectly() {
    HandleData handle = site.open(client, false);
    site.steps.await(handle.write(0, bytes("x".repeat(FakeSite.OWN_LIMIT))));
    site.steps.await(handle.append(bytes("y")));
    assertThat(site.file.isStored()).isTrue();
    assertThat(site.file.requests).containsExactly("place", "spill", "reserve");
    assertThat(handle.write(FakeSite.OWN_LIMIT + 1, bytes("z"))).isDone();
    ByteBuffer into = ByteBuffer.allocate(10);
    assertThat(handle.read(FakeSite.OWN_LIMIT, into)).isCompletedWithValue(2);
    site.steps.await(handle.close(CloseMode.FLUSH));
    assertThat(contents()).endsWith("xyz");
  }

  @Test
  void failedMoveToTheVolumeKeepsTheFile() {
    HandleData handle = site.open(client, false);
    site.steps.await(handle.write(0, bytes("kept")));
    site.memory().watch((call, path) -> call.equals("sync") ? VolumeException.Kind.NO_SPACE : null);
    assertFails(handle.write(0, bytes("x".repeat(FakeSite.MAX_INLINE + 1))), ErrorCode.ENOSPC);
    assertThat(read(handle)).isEqualTo("kept");
    site.steps.await(handle.close(CloseMode.FLUSH));
    assertThat(contents()).isEqualTo("kept");
  }

  @Test
  void lostWriteIsReportedOnceToEachWriter() {
    HandleData first = site.open(client, false);
    HandleData second = site.open(client, false);
    HandleData reader = site.open(client, false);
    site.steps.await(first.write(0, bytes("a")));
    site.steps.await(second.write(1, bytes("b")));
    site.file.failsWith = ErrorCode.EDQUOT.exception("no more");
    assertFails(first.flush(), ErrorCode.EDQUOT);
    site.file.failsWith = null;
    site.steps.await(first.flush());
    assertFails(second.sync(), ErrorCode.EDQUOT);
    site.steps.await(second.close(CloseMode.FLUSH));
    site.steps.await(reader.close(CloseMode.FLUSH));
    site.steps.await(first.close(CloseMode.FLUSH));
    assertThat(contents()).isEmpty();
  }

  @Test
  void handleIsClosedThoughItsFlushFails() {
    HandleData handle = site.open(client, false);
    site.steps.await(handle.write(0, bytes("lost")));
    site.file.failsWith = ErrorCode.EDQUOT.exception("no more");
    assertFails(handle.close(CloseMode.FLUSH), ErrorCode.EDQUOT);
    assertThat(site.file.requests).containsExactly("close", "close");
    assertThat(client.heldBytes()).isZero();
  }

  @Test
  void exhaustedMemoryIsReleasedByEachCall() {
    OpenFiles small = site.client(true, 10);
    HandleData handle = site.open(small, false);
    site.steps.await(handle.write(0, bytes("0123456789abcde")));
    site.steps.await(handle.append(bytes("f")));
    assertThat(contents()).isEqualTo("0123456789abcdef");
    site.steps.await(handle.flush());
    assertThat(read(handle)).isEqualTo("0123456789abcdef");
    assertThat(small.heldBytes()).isLessThanOrEqualTo(16);
  }

  @Test
  void writeOverTheQuotaFailsAlone() {
    site.file.quotaBytes = 5L;
    HandleData handle = site.open(client, false);
    site.steps.await(handle.write(0, bytes("small")));
    assertFails(handle.append(bytes("er")), ErrorCode.EDQUOT);
    assertThat(contents()).isEqualTo("small");
    site.steps.await(handle.close(CloseMode.FLUSH));
  }

  @Test
  void writesToAnObjectStayWithinTheGrant() {
    site.file.quotaBytes = FakeSite.OWN_LIMIT + 20L;
    site.file.grantedAhead = 4;
    HandleData handle = site.open(client, false);
    site.steps.await(handle.write(0, bytes("x".repeat(FakeSite.OWN_LIMIT))));
    site.steps.await(handle.write(FakeSite.OWN_LIMIT, bytes("y")));
    site.file.requests.clear();
    assertThat(handle.write(FakeSite.OWN_LIMIT + 1, bytes("zzz"))).isDone();
    assertThat(site.file.requests).isEmpty();
    site.steps.await(handle.write(FakeSite.OWN_LIMIT + 10, bytes("0123456789")));
    assertThat(site.file.requests).containsExactly("grant");
    assertFails(handle.write(FakeSite.OWN_LIMIT + 15, bytes("012345")), ErrorCode.EDQUOT);
    assertThat(contents()).hasSize(FakeSite.OWN_LIMIT + 20).endsWith("6789");
    site.steps.await(handle.close(CloseMode.FLUSH));
  }

  @Test
  void quotaChangeTakesEffectWhenTheGrantExpires() {
    HandleData handle = site.open(client, false);
    site.steps.await(handle.write(0, bytes("x".repeat(FakeSite.OWN_LIMIT + 1))));
    site.file.quotaBytes = FakeSite.OWN_LIMIT + 2L;
    site.steps.pass(WriteGrant.VALID_NANOS);
    site.steps.await(handle.write(FakeSite.OWN_LIMIT + 1, bytes("y")));
    assertFails(handle.write(FakeSite.OWN_LIMIT + 2, bytes("z")), ErrorCode.EDQUOT);
    site.file.quotaBytes = null;
    site.steps.await(handle.write(FakeSite.OWN_LIMIT + 2, bytes("z")));
    site.steps.await(handle.close(CloseMode.FLUSH));
  }

  private String read(HandleData handle) {
    ByteBuffer into = ByteBuffer.allocate(1_000);
    int length = site.steps.await(handle.read(0, into));
    return new String(into.array(), 0, length, US_ASCII);
  }

  private String contents() {
    return new String(site.file.contents(), US_ASCII);
  }

  private void assertFails(CompletableFuture<?> future, ErrorCode code) {
    assertThatThrownBy(() -> site.steps.await(future)).hasMessageContaining(code.message());
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(US_ASCII));
  }
}
