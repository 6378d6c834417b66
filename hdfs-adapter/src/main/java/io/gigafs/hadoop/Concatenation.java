package io.gigafs.hadoop;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaInputStream;
import io.gigafs.client.GigaOutputStream;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenOptions;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.AttributeChange;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Appends files to another one by copying their bytes, and then removes them. Nothing is removed
 * before all bytes are on disks; if it fails before, the target keeps its length.
 */
record Concatenation(GigaClient client) {
  void run(GigaPath target, List<GigaPath> sources) throws IOException {
    check(target, sources);
    long before = client.stat(target).size();
    try {
      copy(target, before, sources);
    } catch (IOException e) {
      client.setAttributes(target, AttributeChange.ofSize(before));
      throw e;
    }
    for (GigaPath source : sources) {
      client.unlink(source);
    }
  }

  private void check(GigaPath target, List<GigaPath> sources) throws IOException {
    Set<GigaPath> seen = new HashSet<>(Set.of(target));
    for (GigaPath source : sources) {
      if (!seen.add(source)) {
        throw ErrorCode.EINVAL.exception(source + " is given twice");
      }
      if (client.stat(source).isDirectory()) {
        throw ErrorCode.EISDIR.exception(source.toString());
      }
    }
    if (client.stat(target).isDirectory()) {
      throw ErrorCode.EISDIR.exception(target.toString());
    }
  }

  private void copy(GigaPath target, long end, List<GigaPath> sources) throws IOException {
    OpenOptions write = OpenOptions.of(OpenOptions.Flag.WRITE);
    try (GigaOutputStream out = GigaOutputStream.at(end, client.open(target, write))) {
      for (GigaPath source : sources) {
        try (GigaInputStream in = GigaInputStream.open(client, source)) {
          in.transferTo(out);
        }
      }
      out.sync();
    }
  }
}
