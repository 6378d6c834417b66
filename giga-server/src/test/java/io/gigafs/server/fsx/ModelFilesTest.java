package io.gigafs.server.fsx;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.model.ModelClient;
import io.gigafs.protocol.GigaException;
import io.gigafs.server.fsx.FsxComparison.Failure;
import io.gigafs.server.fsx.RandomFileSteps.Shape;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of the model, on which commands are tested, behave like the reference. */
class ModelFilesTest {
  /** An environment where all futures complete at once, without faults. */
  private static final class NoTime implements ClientSide.World {
    @Override
    public <T> T await(CompletableFuture<T> future) throws GigaException {
      try {
        return future.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof GigaException failure) {
          throw failure;
        }
        throw e;
      }
    }

    @Override
    public void pass(long millis) {
      // there is nothing to wait for
    }

    @Override
    public void kill(int server, boolean machine) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void changeView(Random random) {
      throw new UnsupportedOperationException();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3})
  void modelBehavesLikeTheReference(long seed) throws Exception {
    ModelClient client = new ModelClient(Runnable::run);
    Failure failure =
        new FsxComparison(new ClientSide(List.of(client, client), new NoTime()), 2)
            .draw(new Random(seed), new Shape(2, 1, 1_000, 20_000, Map.of(FsxCall.FILL, 1)), 5_000);
    assertThat(failure).isNull();
  }
}
