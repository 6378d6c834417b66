package io.gigafs.client;

import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import org.jspecify.annotations.Nullable;

/**
 * Something that this client has done to a name by itself, and of which the server hears later.
 * Safe for use by several threads.
 */
sealed interface DelegatedChange permits DelegatedFile, DelegatedRemoval {
  /** For messages. */
  GigaPath path();

  Name name();

  Caller caller();

  /** When it was done, ns since the epoch, by the server's clock. */
  long nanos();

  /** What became of it if the server refuses, for messages, behind the path. */
  String what();

  /** What changes have in common that it goes along with. */
  DelegatedBatch.Key key();

  /** The server has taken it over, or has refused it. */
  void settle(@Nullable GigaException refused);
}
