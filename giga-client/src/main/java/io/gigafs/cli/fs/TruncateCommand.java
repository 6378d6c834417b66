package io.gigafs.cli.fs;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Sizes;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code truncate}. */
@Command(
    name = "truncate",
    description = {
      "Shortens or extends files; missing files are created.",
      "Extensions are zeros, which take no space."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs truncate -s 0 /a/log",
      "  giga fs truncate -s +1G /a/image",
      "  giga fs truncate -r /a/image /a/copy"
    })
final class TruncateCommand extends FileCommand {
  private static final String SIGNS = "+-<>/%";

  @Option(
      names = {"-s", "--size"},
      paramLabel = "[+-<>/%%]N",
      description =
          "The size (K, M, G: powers of 1024, KB, MB: of 1000); + more, - fewer, < at most,"
              + " > at least, / rounded down, %% rounded up to a multiple.")
  private @Nullable String size;

  @Option(
      names = {"-r", "--reference"},
      paramLabel = "PATH",
      description = "The size of this file, or with -s relative to that.")
  private @Nullable String reference;

  @Option(
      names = {"-c", "--no-create"},
      description = "Create no files.")
  private boolean noCreate;

  @Parameters(paramLabel = "PATH", arity = "1..*", description = "The files.")
  private List<String> paths = new ArrayList<>();

  private char sign = ' ';
  private long number;

  TruncateCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void check() {
    if (size == null && reference == null) {
      throw CommandException.usage("no size given: use -s or -r");
    }
    if (reference != null) {
      Operand.parse(reference);
    }
    if (size != null) {
      parse(size.strip());
    }
    if (size != null && reference != null && sign == ' ') {
      throw CommandException.usage("with -r, -s is relative: give it a sign, one of " + SIGNS);
    }
    if ((sign == '/' || sign == '%') && number == 0) {
      throw CommandException.usage("-s: division by zero");
    }
  }

  private void parse(String text) {
    boolean signed = !text.isEmpty() && SIGNS.indexOf(text.charAt(0)) >= 0;
    String rest = signed ? text.substring(1) : text;
    sign = signed ? text.charAt(0) : ' ';
    boolean decimal = rest.toUpperCase(Locale.ROOT).endsWith("B");
    try {
      number =
          decimal
              ? Sizes.parse(rest.substring(0, rest.length() - 1), 1000)
              : Sizes.parse(rest, 1024);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("-s: not a size: " + ErrorText.of(e));
    }
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) throws IOException {
    Long base = null;
    if (reference != null) {
      base = stat(client, Operand.parse(reference)).size();
    }
    Long known = base;
    forEach(operands, operand -> truncate(client, operand, known));
  }

  private void truncate(GigaClient client, Operand operand, @Nullable Long base)
      throws GigaException {
    long old = sign == ' ' && base == null ? 0 : base == null ? sizeOf(client, operand) : base;
    AttributeChange change = AttributeChange.ofSize(target(old));
    try {
      client.setAttributes(operand.path(), change);
    } catch (GigaException e) {
      if (e.code() != ErrorCode.ENOENT || operand.directoryOnly()) {
        throw e;
      }
      if (!noCreate) {
        client.create(operand.path(), 0666 & ~shell().identity().umask(), false);
        client.setAttributes(operand.path(), change);
      }
    }
  }

  private static long sizeOf(GigaClient client, Operand operand) throws GigaException {
    try {
      return stat(client, operand).size();
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENOENT) {
        return 0;
      }
      throw e;
    }
  }

  private long target(long old) throws GigaException {
    try {
      return switch (sign) {
        case '+' -> Math.addExact(old, number);
        case '-' -> Math.max(0, old - number);
        case '<' -> Math.min(old, number);
        case '>' -> Math.max(old, number);
        case '/' -> old / number * number;
        case '%' -> Math.multiplyExact(Sizes.blocks(old, number), number);
        default -> size == null ? old : number;
      };
    } catch (ArithmeticException e) {
      throw ErrorCode.EFBIG.exception("");
    }
  }
}
