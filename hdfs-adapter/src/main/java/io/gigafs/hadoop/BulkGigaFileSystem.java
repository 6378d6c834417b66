package io.gigafs.hadoop;

import io.gigafs.hadoop.version.HadoopFeature;
import java.io.IOException;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.Path;

/**
 * The file system where Hadoop knows deletions of many files with one call. The service file names
 * it behind {@link GigaFileSystem}, and of two with one scheme Hadoop takes the last; where Hadoop
 * is older, this one has a scheme that nobody asks for.
 */
public final class BulkGigaFileSystem extends GigaFileSystem {
  private static final String UNUSED_SCHEME = "giga-bulk";

  @Override
  public String getScheme() {
    return HadoopFeature.BULK_DELETES.isThere() ? SCHEME : UNUSED_SCHEME;
  }

  @Override
  public BulkDelete createBulkDelete(Path base) throws IOException {
    return GigaBulkDelete.of(client().async(), absolute(base));
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    return CommonPathCapabilities.BULK_DELETE.equalsIgnoreCase(capability)
        || super.hasPathCapability(path, capability);
  }
}
