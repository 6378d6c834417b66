package io.gigafs.cli.fs;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.fs.operand.Devices;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.FileType;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code mknod}. */
@Command(
    name = "mknod",
    description = {
      "Creates a named pipe (TYPE p), a block device (b) or a character device (c or u).",
      "Devices have MAJOR and MINOR, decimal or as 0x1f or 037; only root can create them."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  giga fs mknod /dev/null c 1 3", "  giga fs mknod -m 600 /a/pipe p"})
final class MknodCommand extends NodeCommand {
  private static final long MAX_MAJOR = 0xfff;
  private static final long MAX_MINOR = 0xfffff;

  @Parameters(index = "0", paramLabel = "PATH", description = "The new file.")
  private String path = "";

  @Parameters(index = "1", paramLabel = "TYPE", description = "p, b, c or u.")
  private String type = "";

  @Parameters(
      index = "2..*",
      paramLabel = "MAJOR MINOR",
      arity = "0..2",
      description = "The device's numbers.")
  private List<String> numbers = new ArrayList<>();

  private FileType fileType = FileType.FIFO;
  private long device;

  MknodCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return List.of(path);
  }

  @Override
  protected void check() {
    super.check();
    fileType =
        switch (type) {
          case "p" -> FileType.FIFO;
          case "b" -> FileType.BLOCK_DEVICE;
          case "c", "u" -> FileType.CHARACTER_DEVICE;
          default -> throw CommandException.usage("invalid device type '" + type + "'");
        };
    if (fileType == FileType.FIFO) {
      if (!numbers.isEmpty()) {
        throw CommandException.usage("fifos do not have major and minor device numbers");
      }
    } else if (numbers.size() != 2) {
      throw CommandException.usage("special files require major and minor device numbers");
    } else {
      device =
          Devices.number(
              number("major", numbers.get(0), MAX_MAJOR),
              number("minor", numbers.get(1), MAX_MINOR));
    }
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    forEach(operands, operand -> make(client, operand.path(), fileType, device));
  }

  private static long number(String kind, String text, long max) {
    long number;
    try {
      number = Long.decode(text);
    } catch (NumberFormatException e) {
      number = -1;
    }
    if (number < 0 || number > max) {
      throw CommandException.usage("invalid " + kind + " device number '" + text + "'");
    }
    return number;
  }
}
