package io.gigafs.cli.fs;

import io.gigafs.cli.CommandProvider;
import io.gigafs.cli.Shell;
import io.gigafs.cli.fs.content.CatCommand;
import io.gigafs.cli.fs.content.HeadCommand;
import io.gigafs.cli.fs.content.SumCommand;
import io.gigafs.cli.fs.content.TailCommand;
import io.gigafs.cli.fs.copy.CpCommand;
import io.gigafs.cli.fs.copy.ExportCommand;
import io.gigafs.cli.fs.copy.GetCommand;
import io.gigafs.cli.fs.copy.MvCommand;
import io.gigafs.cli.fs.copy.PutCommand;
import io.gigafs.cli.fs.list.DuCommand;
import io.gigafs.cli.fs.list.FindCommand;
import io.gigafs.cli.fs.list.LsCommand;
import io.gigafs.cli.fs.list.StatCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.xattr.GetfaclCommand;
import io.gigafs.cli.fs.xattr.GetfattrCommand;
import io.gigafs.cli.fs.xattr.SetfaclCommand;
import io.gigafs.cli.fs.xattr.SetfattrCommand;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Contributes {@code giga fs} and {@code giga export}. */
public final class FsCommands implements CommandProvider {
  @Override
  public Map<String, Supplier<CommandLine>> commands(Shell shell) {
    return Map.of(
        "fs", () -> fs(shell),
        "export", () -> new CommandLine(new ExportCommand(new FsCommand(shell))));
  }

  private static CommandLine fs(Shell shell) {
    FsCommand fs = new FsCommand(shell);
    CommandLine line = new CommandLine(fs);
    add(line, new CatCommand(fs));
    add(line, new ChmodCommand(fs)).setUnmatchedOptionsArePositionalParams(true);
    add(line, new ChownCommand(fs));
    add(line, new CpCommand(fs));
    add(line, new DfCommand(fs));
    add(line, new DuCommand(fs));
    add(line, new FindCommand(fs)).setUnmatchedOptionsArePositionalParams(true);
    add(line, new GetCommand(fs));
    add(line, new GetfaclCommand(fs));
    add(line, new GetfattrCommand(fs));
    add(line, new HeadCommand(fs));
    add(line, new LnCommand(fs));
    add(line, new LsCommand(fs));
    add(line, new MkdirCommand(fs));
    add(line, new MkfifoCommand(fs));
    add(line, new MknodCommand(fs));
    add(line, new MvCommand(fs));
    add(line, new PutCommand(fs));
    line.addSubcommand("quota", QuotaCommand.line(fs));
    add(line, new ReadlinkCommand(fs));
    add(line, new RmCommand(fs));
    add(line, new RmdirCommand(fs));
    add(line, new SetfaclCommand(fs));
    add(line, new SetfattrCommand(fs));
    add(line, new StatCommand(fs));
    add(line, new SumCommand(fs));
    add(line, new TailCommand(fs));
    add(line, new TouchCommand(fs));
    add(line, new TruncateCommand(fs));
    return line;
  }

  private static CommandLine add(CommandLine fs, Object command) {
    CommandLine line = new CommandLine(command).setOverwrittenOptionsAllowed(true);
    fs.addSubcommand(line.getCommandName(), line);
    return line;
  }
}
