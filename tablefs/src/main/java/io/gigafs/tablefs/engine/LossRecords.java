package io.gigafs.tablefs.engine;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;

/**
 * Which losses of a store its operator has accepted. An engine that finds that something of what it
 * acknowledged is gone asks here, before it changes anything, whether it may go on without.
 */
public interface LossRecords {
  /** Accepts nothing. */
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

  /** Whether the loss of a file was accepted earlier, and the file is not to be asked for again. */
  boolean covers(String file);

  /**
   * Takes note of a loss, durably, if it is to be accepted.
   *
   * @param file the file's name, without directories
   * @param what is lost, and where
   * @throws StoreException of kind UNUSABLE if it is not; says what can be done
   */
  void accept(String file, String what);

  /** How a loss is refused. */
  static StoreException refusal(String what) {
    return new StoreException(
        Kind.UNUSABLE,
        what
            + "; put back the file, or restore the data directory from a checkpoint, or start once"
            + " with --accept-loss to go on without what is lost");
  }
}
