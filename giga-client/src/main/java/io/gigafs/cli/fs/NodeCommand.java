package io.gigafs.cli.fs;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FileMode;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.ModeChange;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Base of mknod and mkfifo, which create special files. */
abstract class NodeCommand extends FileCommand {
  private static final int USUAL = 0666;

  @Option(
      names = {"-m", "--mode"},
      paramLabel = "MODE",
      description = "Permissions, as for chmod. Default: rw for all but the umask's bits.")
  private @Nullable String mode;

  private int bits;

  NodeCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected void check() {
    int umask = shell().identity().umask();
    try {
      bits = mode == null ? USUAL & ~umask : ModeChange.parse(mode).apply(USUAL, false, umask);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("--mode: " + ErrorText.of(e));
    }
    if ((bits & ~FileMode.PERMISSIONS) != 0) {
      throw CommandException.usage("--mode: only permissions can be given");
    }
  }

  /** An explicit mode is set even if the directory's default list would change it. */
  final void make(GigaClient client, GigaPath path, FileType type, long device)
      throws GigaException {
    if (client.makeNode(path, type, bits, device).mode() != bits && mode != null) {
      client.setAttributes(path, AttributeChange.ofMode(bits));
    }
  }
}
