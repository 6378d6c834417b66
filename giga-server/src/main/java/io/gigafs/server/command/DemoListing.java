package io.gigafs.server.command;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaPath;
import io.gigafs.load.NumberedNames;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.BitSet;

/**
 * A listing compared with the files that were made: the numbered names from 0 on, each exactly
 * once, and nothing else. Uses one bit for each name.
 *
 * @param listed number of entries
 * @param missing numbers that were made and not listed
 * @param doubled entries whose number was listed before
 * @param foreign entries that were not made, or that are not regular files
 */
record DemoListing(long listed, long missing, long doubled, long foreign) {
  static DemoListing read(GigaClient client, GigaPath directory, int made) throws GigaException {
    BitSet seen = new BitSet(made);
    long listed = 0;
    long doubled = 0;
    long foreign = 0;
    try (EntryIterator entries = client.list(directory, false)) {
      while (entries.hasNext()) {
        ListedEntry entry = entries.next();
        long number = NumberedNames.numberOf(entry.name());
        listed++;
        if (number < 0 || number >= made || entry.type() != FileType.REGULAR) {
          foreign++;
        } else if (seen.get((int) number)) {
          doubled++;
        } else {
          seen.set((int) number);
        }
      }
    }
    return new DemoListing(listed, made - seen.cardinality(), doubled, foreign);
  }

  boolean isExact() {
    return missing == 0 && doubled == 0 && foreign == 0;
  }
}
