package io.gigafs.bench.singlenode;

import java.util.List;

/**
 * File systems that the store is measured beside, each set up for many empty files: no fewer inodes
 * than files, metadata once, and all that is older than 5 s on its way to the disk.
 */
enum FileSystem {
  EXT4("ext4", 400, "noatime,commit=5,noinit_itable") {
    @Override
    List<String> make(String image, long files) {
      return List.of(
          "mkfs.ext4", "-q", "-F", "-O", "large_dir", "-N", Long.toString(files + SPARE), image);
    }
  },
  // Of four groups none had space left for a directory once its files would have filled the first.
  // With 2,000 bytes for a file there was none left at 29.9 of 30 million.
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

  /** Inodes of the file system's own, with room. */
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

  /** The command that makes one in an image. */
  abstract List<String> make(String image, long files);

  /** What people, mount(8) and the kernel call it. */
  String label() {
    return label;
  }

  /** How large an image has to be, with room; it takes space only as it fills. */
  long imageBytes(long files) {
    return MIN_BYTES + files * bytesOfFile;
  }

  /** The command that mounts an image. */
  List<String> mount(String image, String directory) {
    return List.of("mount", "-t", label, "-o", "loop," + options, image, directory);
  }
}
