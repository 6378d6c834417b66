package io.gigafs.tablefs.engine;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;

/**
 * The losses of a store that its operator has accepted. An engine that finds acknowledged data
 * missing asks here, before it changes anything, whether it may continue without them.
 */
public interface LossRecords {
  /** Accepts no loss. */
  LossRecords NONE =
      new LossRecords() {
        @Override
        public boolean covers(String file) {
          return false;
        }

        @Override
        public void accept(String file, String what) {
          throw refusal(what);
        }
      };

  /** Whether the loss of a file was accepted earlier, so that the file is not required again. */
  boolean covers(String file);

  /**
   * Records a loss durably, if it is accepted.
   *
   * @param file name of the file, without directories
   * @param what is lost, and where
   * @throws StoreException of kind UNUSABLE if the loss is not accepted; the message says what the
   *     operator can do
   */
  void accept(String file, String what);

  /** The exception that refuses a loss. */
  static StoreException refusal(String what) {
    return new StoreException(
        Kind.UNUSABLE,
        what
            + "; put back the file, or restore the data directory from a checkpoint, or start once"
            + " with --accept-loss to go on without what is lost");
  }
}
