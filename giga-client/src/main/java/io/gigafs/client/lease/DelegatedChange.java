package io.gigafs.client.lease;

import io.gigafs.client.Target;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import org.jspecify.annotations.Nullable;

/**
 * A change of a name that this client made under a delegation and flushes later. Safe for use by
 * several threads.
 */
sealed interface DelegatedChange permits DelegatedFile, DelegatedRemoval {
  /** For messages. */
  Target target();

  Name name();

  Caller caller();

  /** When it was made, ns since the epoch, by the server's clock. */
  long nanos();

  /** The effect of a refusal, for messages, after the target. */
  String what();

  /** The key of the batch that it belongs to. */
  DelegatedBatch.Key key();

  /** The server has applied or refused the change. */
  void settle(@Nullable GigaException refused);
}
