package io.gigafs.cli.fs.xattr;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.acl.AclEntry;
import io.gigafs.cli.acl.AclSpec;
import io.gigafs.cli.acl.AclXattrCodec;
import io.gigafs.cli.acl.EditedAcl;
import io.gigafs.cli.fs.operand.DumpedPaths;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FileMode;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Sets owners, flags and lists from the output of getfacl(1), file by file. For one thread. */
final class AclRestore {
  private static final String OWNER = "# owner: ";
  private static final String GROUP = "# group: ";
  private static final String FLAGS = "# flags: ";

  private final SetfaclCommand command;
  private final GigaClient client;

  private @Nullable Operand file;
  private @Nullable Integer uid;
  private @Nullable Integer gid;
  private int flags;
  private List<AclEntry> access = new ArrayList<>();
  private List<AclEntry> inherited = new ArrayList<>();

  AclRestore(SetfaclCommand command, GigaClient client) {
    this.command = command;
    this.client = client;
  }

  /**
   * Restores everything in a text.
   *
   * @param source its name in messages
   */
  void run(String source, String text) {
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      try {
        take(lines[i]);
      } catch (IllegalArgumentException e) {
        throw CommandException.failed(source + ": line " + (i + 1) + ": " + ErrorText.of(e), e);
      }
    }
    finish();
  }

  private void take(String line) {
    if (line.startsWith(DumpedPaths.FILE)) {
      finish();
      file = DumpedPaths.operand(line);
    } else if (line.startsWith(OWNER)) {
      String name = DumpedPaths.unescape(line.substring(OWNER.length()));
      uid = id(command.shell().accounts().user(name), "user", name);
    } else if (line.startsWith(GROUP)) {
      String name = DumpedPaths.unescape(line.substring(GROUP.length()));
      gid = id(command.shell().accounts().group(name), "group", name);
    } else if (line.startsWith(FLAGS)) {
      flags = flags(line.substring(FLAGS.length()));
    } else {
      for (AclSpec spec :
          AclSpec.parse(line, AclSpec.Permissions.REQUIRED, command.shell().accounts())) {
        if (file == null) {
          throw new IllegalArgumentException("'# file: PATH' is missing before it");
        }
        (spec.ofDefault() ? inherited : access).add(spec.entry());
      }
    }
  }

  private static Integer id(OptionalInt id, String kind, String name) {
    if (id.isEmpty()) {
      throw new IllegalArgumentException("no " + kind + " '" + name + "' on this machine");
    }
    return id.getAsInt();
  }

  private static int flags(String letters) {
    return (letters.startsWith("s") ? FileMode.SET_USER : 0)
        | (letters.startsWith("s", 1) ? FileMode.SET_GROUP : 0)
        | (letters.startsWith("t", 2) ? FileMode.STICKY : 0);
  }

  /** Ends a file; the entries read so far replace its list. */
  private void finish() {
    Operand done = file;
    if (done != null) {
      command.attempt(done, this::set);
    }
    file = null;
    uid = null;
    gid = null;
    flags = 0;
    access = new ArrayList<>();
    inherited = new ArrayList<>();
  }

  private void set(Operand operand) throws GigaException {
    FileAttributes old = FileCommand.stat(client, operand);
    boolean owned = uid == null || uid == old.uid();
    if (!owned || (gid != null && gid != old.gid())) {
      client.setAttributes(
          operand.path(), AttributeChange.ofOwner(owned ? null : uid, gid), Follow.YES);
    }
    EditedAcl limits =
        access.isEmpty() ? EditedAcl.ofMode(old.mode()) : checked("access", new EditedAcl(access));
    if (!access.isEmpty()) {
      set(operand, AclXattrCodec.ACCESS, limits);
    }
    if (!inherited.isEmpty()) {
      set(operand, AclXattrCodec.DEFAULT, checked("default", new EditedAcl(inherited)));
    } else if (old.isDirectory()) {
      removeDefault(operand);
    }
    int mode = limits.mode() | flags;
    if (client.stat(operand.path()).mode() != mode) {
      client.setAttributes(operand.path(), AttributeChange.ofMode(mode), Follow.YES);
    }
  }

  private static EditedAcl checked(String kind, EditedAcl acl) {
    String flaw = acl.flaw();
    if (flaw != null) {
      throw CommandException.failed("Malformed " + kind + " ACL: " + flaw);
    }
    return acl;
  }

  private void set(Operand operand, String name, EditedAcl acl) throws GigaException {
    client.setXattr(
        operand.path(), new Xattr(name, AclXattrCodec.encode(acl)), XattrMode.SET, Follow.YES);
  }

  private void removeDefault(Operand operand) throws GigaException {
    try {
      client.removeXattr(operand.path(), AclXattrCodec.DEFAULT, Follow.YES);
    } catch (GigaException e) {
      if (e.code() != ErrorCode.ENODATA) {
        throw e;
      }
    }
  }
}
