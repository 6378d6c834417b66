package io.gigafs.bench.singlenode;

import java.util.List;

/**
 * File systems to compare the store with, each configured for many empty files: enough inodes, one
 * copy of metadata, and dirty data written out after 5 s.
 */
enum FileSystem {
  EXT4("ext4", 400, "noatime,commit=5,noinit_itable") {
    @Override
    List<String> make(String image, long files) {
      return List.of(
          "mkfs.ext4", "-q", "-F", "-O", "large_dir", "-N", Long.toString(files + SPARE), image);
    }
  },
  // Two groups: with four, none had space for a directory whose files would have filled the first.
  // With 2,000 bytes for a file the space was exhausted at 29.9 of 30 million.
  XFS("xfs", 4_000, "noatime") {
    @Override
    List<String> make(String image, long files) {
      return List.of("mkfs.xfs", "-q", "-f", "-d", "agcount=2", "-i", "maxpct=0", image);
    }
  },
  BTRFS("btrfs", 1_500, "noatime,commit=5") {
    @Override
    List<String> make(String image, long files) {
      return List.of("mkfs.btrfs", "-q", "-f", "-m", "single", image);
    }
  };

  /** Inodes of the file system itself, with a margin. */
  private static final long SPARE = 10_000;

  private static final long MIN_BYTES = 1L << 30;

  private final String label;
  private final long bytesOfFile;
  private final String options;

  FileSystem(String label, long bytesOfFile, String options) {
    this.label = label;
    this.bytesOfFile = bytesOfFile;
    this.options = options;
  }

  /** The command that formats an image. */
  abstract List<String> make(String image, long files);

  /** The name for people, for mount(8) and for the kernel. */
  String label() {
    return label;
  }

  /** Size of an image, with a margin. It is sparse and takes space only as it fills. */
  long imageBytes(long files) {
    return MIN_BYTES + files * bytesOfFile;
  }

  /** The command that mounts an image. */
  List<String> mount(String image, String directory) {
    return List.of("mount", "-t", label, "-o", "loop," + options, image, directory);
  }
}
