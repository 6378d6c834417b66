package io.gigafs.cli.fs.copy;

import io.gigafs.cli.fs.copy.CopyRules.Kind;
import io.gigafs.cli.fs.copy.CopyRules.Links;
import io.gigafs.cli.fs.copy.CopyRules.Preserved;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of put and get: those of cp that apply between a cluster and this machine. */
final class LocalCopyOptions {
  @Option(
      names = {"-r", "-R", "--recursive"},
      description = "Copy directories with their contents.")
  private boolean recursive;

  @Option(
      names = {"-a", "--archive"},
      description = "As -rpP, and also keep hard links and extended attributes.")
  void setArchive(boolean given) {
    recursive = true;
    links = Links.COPIED;
    preserved.addAll(EnumSet.allOf(Preserved.class));
  }

  @Option(
      names = {"-P", "--no-dereference"},
      description = "Copy symbolic links as such (the default below directories).")
  void setNoDereference(boolean given) {
    links = Links.COPIED;
  }

  @Option(names = "-p", description = "Keep mode, owner and group (if permitted), and times.")
  void setPreserve(boolean given) {
    preserved.addAll(EnumSet.of(Preserved.MODE, Preserved.OWNERSHIP, Preserved.TIMESTAMPS));
  }

  @Option(
      names = {"-n", "--no-clobber"},
      description = "Overwrite nothing.")
  private boolean noClobber;

  @Option(
      names = {"-u", "--update"},
      description = "Only files newer than those they would overwrite.")
  private boolean update;

  @Option(
      names = "--resume",
      description =
          "Resume an interrupted copy: keep existing files with the same size that are"
              + " not older, and resume within large ones.")
  private boolean resume;

  @Option(names = "--sync", description = "Succeed only when all bytes are on disks.")
  private boolean sync;

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  private final Set<Preserved> preserved = EnumSet.noneOf(Preserved.class);
  private @Nullable Links links;

  boolean isJson() {
    return json;
  }

  LocalCopyRules rules() {
    CopyRules rules =
        new CopyRules(
            Kind.COPY,
            links == null ? Links.FOLLOWED_AS_OPERANDS : links,
            recursive,
            preserved,
            false,
            update,
            false);
    return new LocalCopyRules(rules, noClobber, resume, false, sync);
  }
}
