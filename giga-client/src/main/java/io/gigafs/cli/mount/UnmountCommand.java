package io.gigafs.cli.mount;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Shell;
import io.gigafs.fuse.mounting.FuseMount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga umount}. */
@Command(
    name = "umount",
    description = {
      "Unmounts a directory that giga has mounted, and ends its process.",
      "Also removes the mount of a crashed process ('Transport endpoint is not connected')."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  giga umount /mnt/giga", "  giga umount --lazy /mnt/giga     even if it is in use"})
final class UnmountCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The directory.")
  private String directory = "";

  @Option(
      names = {"-l", "-z", "--lazy"},
      description = "It disappears at once; open files can still be used.")
  private boolean lazy;

  private final Shell shell;

  UnmountCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws IOException {
    if (!FuseMount.unmount(Path.of(directory), lazy)) {
      throw CommandException.failed(
          directory
              + " is in use: 'fuser -vm "
              + directory
              + "' shows by whom; --lazy unmounts it anyway");
    }
    shell.out().println("unmounted " + directory);
    return ExitCode.OK;
  }
}
