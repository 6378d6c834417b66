package io.gigafs.cli.adopt;

import io.gigafs.cli.ErrorText;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileType;
import io.gigafs.tree.OnFailure;
import io.gigafs.tree.TreeSource;
import io.gigafs.tree.TreeWalk;
import io.gigafs.volume.Volume;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads the directories of a tree for an adopter. Files are added to batches while their directory
 * is read, and the directories in it are walked in pages. Called by the threads of the walk.
 */
final class TreeReader
    implements TreeSource<AdoptedDirectory, TreeReader.Found>,
        TreeWalk.Visitor<AdoptedDirectory, TreeReader.Found> {
  /** Directories of a directory that are in memory before they are walked. */
  private static final int PAGE = 1_000;

  private final Adopter adopter;
  private final SourceTree tree;
  private final AdoptTotals totals;

  TreeReader(Adopter adopter, SourceTree tree, AdoptTotals totals) {
    this.adopter = adopter;
    this.tree = tree;
    this.totals = totals;
  }

  /** A directory in a directory. */
  record Found(SourceFile source, Name name) {}

  @Override
  public void list(AdoptedDirectory directory, Pages<Found> pages) {
    Below below = new Below(directory, pages);
    if (adopter.hasFailed() || (directory.parent() != null && adopter.isDone(directory))) {
      totals.addDoneBefore();
    } else {
      readEntries(directory, below);
    }
    below.walk(true);
  }

  /** The directories in a directory. */
  private final class Below {
    private final AdoptedDirectory directory;
    private final Pages<Found> pages;
    private List<Found> page = new ArrayList<>();

    Below(AdoptedDirectory directory, Pages<Found> pages) {
      this.directory = directory;
      this.pages = pages;
    }

    void add(Found found) {
      if (page.size() == PAGE) {
        walk(false);
      }
      page.add(found);
    }

    /** Walks those that were added since the last call. */
    void walk(boolean last) {
      directory.divideShare(page.size(), last);
      if (last) {
        totals.addShare(directory.share());
      }
      List<Found> full = page;
      page = new ArrayList<>();
      var unused = pages.take(full, last);
    }
  }

  @Override
  public boolean isDirectory(Found entry) {
    return true;
  }

  @Override
  public AdoptedDirectory enter(AdoptedDirectory parent, Found directory) {
    return adopter.enter(parent, directory.source, directory.name);
  }

  @Override
  public CompletableFuture<?> visit(AdoptedDirectory directory, Found file) {
    throw new IllegalStateException("only directories are walked");
  }

  @Override
  public CompletableFuture<?> leave(AdoptedDirectory directory) {
    return adopter.finish(directory);
  }

  @Override
  public OnFailure failed(AdoptedDirectory directory, @Nullable Found entry, IOException thrown) {
    return adopter.failed(directory, directory.path(), thrown);
  }

  private void readEntries(AdoptedDirectory directory, Below below) {
    SourceFile source = directory.source();
    boolean isTop = directory.parent() == null;
    Adopter.Batch batch = adopter.new Batch(directory);
    try {
      if (!isTop && tree.isVolume(source)) {
        adopter.skip(directory, source.path(), "it is a volume by itself");
        return;
      }
      directory.setXattrs(tree.xattrs(source));
      tree.list(source, new Entries(directory, batch, below));
    } catch (IOException e) {
      adopter.skip(directory, source.path(), reason(e));
    } finally {
      batch.send();
    }
  }

  /** Adopts the entries of a directory. */
  private final class Entries implements SourceTree.Visitor {
    private final AdoptedDirectory directory;
    private final Adopter.Batch batch;
    private final Below below;

    Entries(AdoptedDirectory directory, Adopter.Batch batch, Below below) {
      this.directory = directory;
      this.batch = batch;
      this.below = below;
    }

    @Override
    public boolean goesOn() {
      return !adopter.hasFailed();
    }

    @Override
    public void unusable(String path, String why) {
      adopter.skip(directory, path, why);
    }

    @Override
    public void found(String text, SourceFile file) {
      if (directory.parent() == null && text.startsWith(Volume.HIDDEN)) {
        return;
      }
      Name name;
      try {
        name = Name.of(text);
        if (file.type() != FileType.DIRECTORY) {
          batch.add(file, name);
          return;
        }
      } catch (NoSuchFileException | FileNotFoundException e) {
        return; // gone since its directory was read: the same as if it had been removed before
      } catch (IOException | IllegalArgumentException e) {
        adopter.skip(directory, file.path(), reason(e));
        return;
      }
      below.add(new Found(file, name));
    }
  }

  private static String reason(Exception e) {
    return e instanceof AccessDeniedException ? "permission denied" : ErrorText.of(e);
  }
}
