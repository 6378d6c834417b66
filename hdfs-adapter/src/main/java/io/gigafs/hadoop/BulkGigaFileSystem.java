package io.gigafs.hadoop;

import io.gigafs.hadoop.version.HadoopFeature;
import java.io.IOException;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.Path;

/**
 * The file system for releases of Hadoop with bulk deletion. The service file names it after {@link
 * GigaFileSystem}, and Hadoop uses the last class for a scheme; in older releases this class has a
 * scheme that is never used.
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
