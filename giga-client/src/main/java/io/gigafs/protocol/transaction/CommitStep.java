package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.ERROR_OR_NONE;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.INODE_OR_NONE;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.TIME;
import static io.gigafs.protocol.Elements.codeOf;
import static io.gigafs.protocol.Elements.field;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.namespace.RenameMode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operation of one participant of a transaction. It is sent to the owner of the name, and
 * stored by servers for the duration of the transaction.
 */
public sealed interface CommitStep {
  /**
   * The first byte of a stored step. It has to change whenever the encoding of anything within
   * steps changes. Steps of former versions began with their kind, which is lower.
   */
  int FORMAT = 0x82;

  /** The name that the step changes. */
  Name name();

  /** Encodes the step for storage. */
  default byte[] encode() {
    ByteBuf encoded = Unpooled.buffer();
    WireWriter out = new WireWriter();
    out.reset(encoded);
    out.int8(FORMAT);
    CommitSteps.CODEC.write(this, out);
    return Arrays.copyOf(encoded.array(), encoded.writerIndex());
  }

  /**
   * Decodes a stored step.
   *
   * @throws ProtocolException if the bytes are no step, or one that another version wrote
   */
  static CommitStep decode(byte[] encoded) {
    WireReader in = new WireReader();
    in.reset(Unpooled.wrappedBuffer(encoded), encoded.length);
    int format = in.int8();
    if (format != FORMAT) {
      throw new ProtocolException(
          "a step of another version of Giga (" + format + ", not " + FORMAT + ")");
    }
    CommitStep step = CommitSteps.CODEC.read(in);
    in.finish();
    return step;
  }

  /**
   * Inserts a dentry of a file, by the rules of rename(2). The mode determines whether an existing
   * file under the name is removed, is exchanged with the renamed file, or prevents the rename.
   *
   * @param file its copy as it is to be stored
   * @param mode what happens at the new name, see {@link RenameMode#atNewName}
   * @param changesParent whether the file comes from another directory
   * @param slash whether the existing file, which is exchanged, must be a directory
   * @param refused why the file may not leave its old name, null if it may; applies only if the new
   *     name does not forbid the rename
   * @param replaced the inode that was found under the name when the step was prepared, null for
   *     none
   * @param endsReplaced whether the replaced file is deleted, because it has no other name and is
   *     not open; false if nothing is replaced
   */
  record InsertDentry(
      Name name,
      FileCopy file,
      RenameMode mode,
      boolean changesParent,
      boolean slash,
      @Nullable ErrorCode refused,
      @Nullable InodeId replaced,
      boolean endsReplaced)
      implements CommitStep {
    static final Codec<InsertDentry> CODEC =
        Codec.of(
            InsertDentry.class,
            NAME,
            FileCopy.CODEC,
            RenameMode.CODEC,
            FLAG,
            FLAG,
            ERROR_OR_NONE,
            field("endsReplaced", FLAG),
            INODE_OR_NONE);

    public InsertDentry {
      endsReplaced &= replaced != null;
      mode = mode.atNewName();
    }

    /** A step before it is known what it replaces. */
    public InsertDentry(
        Name name,
        FileCopy file,
        RenameMode mode,
        boolean changesParent,
        boolean slash,
        @Nullable ErrorCode refused) {
      this(name, file, mode, changesParent, slash, refused, null, false);
    }

    /** A copy of the step after it is known what it replaces. */
    public InsertDentry replacing(InodeId found, boolean endsFound) {
      return new InsertDentry(name, file, mode, changesParent, slash, refused, found, endsFound);
    }
  }

  /**
   * Creates an inode record for a file, with all rows that belong to the file: the name {@link
   * InodeId#FILE_NAME} in the directory of its inode id, which is created with it.
   */
  record PromoteToInode(FileCopy file) implements CommitStep {
    static final Codec<PromoteToInode> CODEC = Codec.of(PromoteToInode.class, FileCopy.CODEC);

    @Override
    public Name name() {
      return InodeId.FILE_NAME;
    }
  }

  /**
   * Adjusts the link count of a file that has an inode record of its own.
   *
   * @param change how the file's names change
   * @param onlyOwner whether the caller must own the file, because its name is removed from a
   *     sticky directory
   * @param changedNanos the new ctime, in ns since the epoch
   */
  record AdjustLinkCount(Change change, boolean onlyOwner, long changedNanos)
      implements CommitStep {
    static final Codec<AdjustLinkCount> CODEC =
        Codec.of(AdjustLinkCount.class, Change.CODEC, FLAG, TIME);

    /** How the names of the file change. */
    public enum Change {
      COMES(0, 1),
      GOES(1, -1),
      /** A name is replaced by another. */
      CHANGES(2, 0);

      private static final Codec<Change> CODEC = codeOf(Change.class, change -> change.code);

      private final int code;
      private final int links;

      Change(int code, int links) {
        this.code = code;
        this.links = links;
      }

      /** The difference of the link count. */
      public int links() {
        return links;
      }
    }

    @Override
    public Name name() {
      return InodeId.FILE_NAME;
    }
  }

  /**
   * Locks a name above the root that exists once in the cluster, which serializes renames of
   * directories into others, and checks that no directory would become its own descendant.
   *
   * @param quotaDomain the nearest directory on the path to the root from their old location that
   *     has a quota, as a raw id; 0 if there is none
   */
  record DirectoryRenameLock(List<DirectoryMove> moves, long quotaDomain) implements CommitStep {
    static final Codec<DirectoryRenameLock> CODEC =
        Codec.of(DirectoryRenameLock.class, listOf(DirectoryMove.CODEC), INT64);

    /** The directory whose zeroth partition holds the name. */
    public static final InodeId LOCK_NAME = InodeId.SUPER_ROOT;

    private static final Name NAME = Name.of("moves");

    public DirectoryRenameLock {
      moves = List.copyOf(moves);
    }

    @Override
    public Name name() {
      return NAME;
    }

    /**
     * The move of a directory into another one.
     *
     * @param into the new parent
     */
    public record DirectoryMove(InodeId directory, InodeId into) {
      static final Codec<DirectoryMove> CODEC = Codec.of(DirectoryMove.class, INODE, INODE);

      /** The encoded size. */
      static final int BYTES = 2 * Long.BYTES;
    }
  }
}
