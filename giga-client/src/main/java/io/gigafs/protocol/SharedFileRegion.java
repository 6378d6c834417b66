package io.gigafs.protocol;

import io.netty.channel.DefaultFileRegion;
import java.nio.channels.FileChannel;

/** A region of a file with other users: releasing the region does not close the file. */
final class SharedFileRegion extends DefaultFileRegion {
  private final Runnable whenReleased;

  SharedFileRegion(FileChannel file, long position, int length, Runnable whenReleased) {
    super(file, position, length);
    this.whenReleased = whenReleased;
  }

  @Override
  protected void deallocate() {
    whenReleased.run();
  }
}
