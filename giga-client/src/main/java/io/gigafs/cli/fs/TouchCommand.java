package io.gigafs.cli.fs;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.TimeText;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code touch}. */
@Command(
    name = "touch",
    description = {
      "Creates files, or sets the times of existing ones.",
      "The default is the current time."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs touch /a/b",
      "  giga fs touch -c -m -d '2025-01-31 12:00' /a/b",
      "  giga fs touch -r /a/b /a/c"
    })
final class TouchCommand extends FileCommand {
  @Option(
      names = {"-c", "--no-create"},
      description = "Create no files.")
  private boolean noCreate;

  @Option(names = "-a", description = "Set only the time of access.")
  private boolean accessed;

  @Option(names = "-m", description = "Set only the time of modification.")
  private boolean modified;

  @Option(
      names = {"-d", "--date"},
      paramLabel = "TIME",
      description = "This time: 2025-01-31 12:34:56.789 +01:00, or parts of it, or @SECONDS.")
  private @Nullable String date;

  @Option(names = "-t", paramLabel = "STAMP", description = "This time: [[CC]YY]MMDDhhmm[.ss].")
  private @Nullable String stamp;

  @Option(
      names = {"-r", "--reference"},
      paramLabel = "PATH",
      description = "The times of this file in the cluster.")
  private @Nullable String reference;

  @Option(
      names = {"-h", "--no-dereference"},
      description = "Touch symbolic links themselves; creates no files.")
  private boolean noDereference;

  @Parameters(paramLabel = "PATH", arity = "1..*", description = "The files.")
  private List<String> paths = new ArrayList<>();

  private AttributeChange change = AttributeChange.ofTimes(null, null);

  TouchCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void check() {
    if ((date != null ? 1 : 0) + (stamp != null ? 1 : 0) + (reference != null ? 1 : 0) > 1) {
      throw CommandException.usage("only one of -d, -t and -r");
    }
    TimeChange time = time();
    change = times(time, time);
    if (reference != null) {
      Operand.parse(reference);
    }
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) throws GigaException {
    if (reference != null) {
      Operand source = Operand.parse(reference);
      boolean found =
          attempt(
              source,
              operand -> {
                FileAttributes its = stat(client, operand);
                change =
                    times(TimeChange.to(its.accessedNanos()), TimeChange.to(its.modifiedNanos()));
              });
      if (!found) {
        return;
      }
    }
    forEach(operands, operand -> touch(client, operand));
  }

  private void touch(GigaClient client, Operand operand) throws GigaException {
    try {
      boolean itself = noDereference && !operand.directoryOnly();
      client.setAttributes(operand.path(), change, itself ? Follow.NO : Follow.YES);
      return;
    } catch (GigaException e) {
      if (e.code() != ErrorCode.ENOENT) {
        throw e;
      }
      if (noCreate || noDereference) {
        return;
      }
      if (operand.directoryOnly()) {
        throw e;
      }
    }
    client.create(operand.path(), 0666 & ~shell().identity().umask(), false);
    if (date != null || stamp != null || reference != null) {
      client.setAttributes(operand.path(), change);
    }
  }

  private AttributeChange times(TimeChange access, TimeChange modification) {
    boolean both = accessed == modified;
    return AttributeChange.ofTimes(
        both || accessed ? access : null, both || modified ? modification : null);
  }

  private TimeChange time() {
    try {
      if (stamp != null) {
        return TimeChange.to(TimeText.parseStamp(stamp, shell().nowNanos(), shell().zone()));
      }
      return date == null || date.equals("now")
          ? TimeChange.NOW
          : TimeChange.to(TimeText.parse(date, shell().zone()));
    } catch (IllegalArgumentException e) {
      throw CommandException.usage((stamp != null ? "-t: " : "-d: ") + ErrorText.of(e));
    }
  }
}
