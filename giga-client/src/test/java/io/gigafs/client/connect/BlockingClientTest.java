package io.gigafs.client.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.Awaiting;
import io.gigafs.client.ClientTestBase;
import io.gigafs.client.GigaClient;
import io.gigafs.client.Listing;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests for blocking calls: failures, interrupts and iteration over pages. */
final class BlockingClientTest extends ClientTestBase {
  @Test
  void rethrowsTheFailureOfTheOperation() {
    GigaException failure = ErrorCode.ENOENT.exception("/x");
    assertThatThrownBy(() -> Awaiting.result(CompletableFuture.failedFuture(failure)))
        .isSameAs(failure);
  }

  @Test
  void interruptEndsTheWaitAndIsPreserved() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> Awaiting.result(new CompletableFuture<>()))
        .isInstanceOf(GigaException.class)
        .hasMessage("interrupted; the operation goes on unattended: Input/output error");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void iteratesOverPages() throws GigaException {
    makeDirectory("/d");
    List<Name> names = createFiles("/d", 20);
    try (GigaClient.EntryIterator entries =
        new PagedEntries(stepping(await(client.list(path("/d"), false))))) {
      int count = 0;
      while (entries.hasNext()) {
        assertThat(names).contains(entries.next().name());
        count++;
      }
      assertThat(count).isEqualTo(20);
      assertThatThrownBy(entries::next).isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void failedPageThrowsAnUncheckedException() throws GigaException {
    makeDirectory("/d");
    createFiles("/d", 20);
    Listing listing = await(client.list(path("/d"), false));
    cluster.lossPerMille = 1_000;
    try (GigaClient.EntryIterator entries = new PagedEntries(stepping(listing))) {
      assertThatThrownBy(() -> entries.forEachRemaining(entry -> {}))
          .isInstanceOf(UncheckedIOException.class)
          .hasCauseInstanceOf(GigaException.class);
    }
  }

  /** A listing whose pages are complete when it returns them. */
  private Listing stepping(Listing listing) {
    return (Listing)
        Proxy.newProxyInstance(
            Listing.class.getClassLoader(),
            new Class<?>[] {Listing.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(listing, arguments);
              cluster.time().runAll();
              return result;
            });
  }
}
