package io.gigafs.fuse;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.Target;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The extended attribute by which {@code giga cache} reaches the data cache of a mount. Its value
 * is the number, in digits, of the file's bytes that are in the cache; removing it drops them.
 * Listings omit it.
 */
final class CachedData {
  static final String NAME = "user.giga.cached";

  private static final byte[] NAME_BYTES = NAME.getBytes(StandardCharsets.US_ASCII);

  private CachedData() {}

  static boolean isIts(byte[] name) {
    return Arrays.equals(NAME_BYTES, name);
  }

  /** Reads the attribute of a file that is open by a handle. */
  static int get(OpenFile file, ByteBuffer into) throws GigaException {
    byte[] digits =
        Long.toString(ErrnoMapper.await(file.cachedBytes())).getBytes(StandardCharsets.US_ASCII);
    if (digits.length > into.remaining()) {
      throw ErrorCode.ERANGE.exception(NAME + " has " + digits.length + " bytes");
    }
    into.put(digits);
    return digits.length;
  }

  static int get(AsyncGigaClient client, Target target, ByteBuffer into) throws GigaException {
    OpenFile file = open(client, target);
    try {
      return get(file, into);
    } finally {
      ErrnoMapper.await(file.closeAsync());
    }
  }

  static void drop(AsyncGigaClient client, Target target) throws GigaException {
    OpenFile file = open(client, target);
    try {
      ErrnoMapper.await(file.dropCached());
    } finally {
      ErrnoMapper.await(file.closeAsync());
    }
  }

  private static OpenFile open(AsyncGigaClient client, Target target) throws GigaException {
    OpenFile file =
        ErrnoMapper.await(
            client.open(target, OpenOptions.of(Flag.READ, Flag.NO_FOLLOW, Flag.NO_ACCESS_TIME)));
    if (file.opened().type() != FileType.REGULAR) {
      ErrnoMapper.await(file.closeAsync());
      throw ErrorCode.ENODATA.exception(target + " is not a regular file");
    }
    return file;
  }
}
