package io.gigafs.tree;

import io.gigafs.index.Name;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Copies trees from a source to a sink: a directory is made before its contents and gets its
 * attributes after them, also if some of them failed. A failure concerns one file or directory; the
 * rest is copied. Copies are started by one thread at a time.
 *
 * @param <F> files of the source
 * @param <T> places of copies
 */
public final class TreeCopy<F, T> implements AutoCloseable {
  private final CopySource<F> source;
  private final CopySink<F, T> sink;
  private final Rules<F, T> rules;
  private final Executor copiers;
  private final TreeWalk<Copied<F, T>, F> walk;

  /** What a copy leaves out, and what becomes of failures. Called by several threads. */
  public interface Rules<F, T> {
    /** Whether to copy a directory below the top; a refusal was reported. */
    default boolean mayEnter(Copied<F, T> parent, F directory) {
      return true;
    }

    /** Reports a failure to copy; an unexpected one is thrown and ends the run. */
    void failed(F file, T copy, Exception thrown);

    /** Reports a failure to list a directory. */
    default void unlisted(F directory, T copy, IOException thrown) {
      failed(directory, copy, thrown);
    }
  }

  /** A directory that is being copied. */
  public static final class Copied<F, T> extends TreeNode<Copied<F, T>> {
    private final CopySink.Made<F> made;
    private final T copy;

    Copied(@Nullable Copied<F, T> parent, CopySink.Made<F> made, T copy) {
      super(parent);
      this.made = made;
      this.copy = copy;
    }

    public F source() {
      return made.source();
    }
  }

  /**
   * @param copiers run the copies of files
   */
  public TreeCopy(CopySource<F> source, CopySink<F, T> sink, Rules<F, T> rules, Executor copiers) {
    this.source = source;
    this.sink = sink;
    this.rules = rules;
    this.copiers = copiers;
    this.walk = new TreeWalk<>(source.by(Copied::source), new Copying());
  }

  /** Copies a directory; returns whether all of it was copied. */
  public boolean copy(F directory, T copy) throws IOException {
    Copied<F, T> top = new Copied<>(null, sink.makeDirectory(directory, copy), copy);
    walk.walk(top);
    return !top.isIncomplete();
  }

  @Override
  public void close() {
    walk.close();
  }

  private interface Part {
    void run() throws IOException;
  }

  /** Runs a part of the copy; a failure leaves its directory incomplete. */
  private void attempt(Copied<F, T> directory, F file, T copy, Part part) {
    try {
      part.run();
    } catch (IOException | RuntimeException e) {
      directory.setIncomplete();
      rules.failed(file, copy, e);
    }
  }

  private final class Copying implements TreeWalk.Visitor<Copied<F, T>, F> {
    @Override
    public F resolve(Copied<F, T> directory, F listed) throws IOException {
      return source.resolve(listed);
    }

    @Override
    public CompletableFuture<?> visit(Copied<F, T> directory, F file) {
      T copy = place(directory, file);
      sink.announce(file, copy);
      return CompletableFuture.runAsync(
          () -> attempt(directory, file, copy, () -> sink.copy(file, copy)), copiers);
    }

    @Override
    public @Nullable Copied<F, T> enter(Copied<F, T> parent, F directory) {
      if (!rules.mayEnter(parent, directory)) {
        parent.setIncomplete();
        return null;
      }
      T copy = place(parent, directory);
      try {
        return new Copied<>(parent, sink.makeDirectory(directory, copy), copy);
      } catch (IOException | RuntimeException e) {
        parent.setIncomplete();
        rules.failed(directory, copy, e);
        return null;
      }
    }

    @Override
    public CompletableFuture<?> leave(Copied<F, T> directory) {
      return CompletableFuture.runAsync(
          () ->
              attempt(
                  directory,
                  directory.source(),
                  directory.copy,
                  () -> sink.finishDirectory(directory.made, directory.copy)),
          copiers);
    }

    @Override
    public OnFailure failed(Copied<F, T> directory, @Nullable F entry, IOException thrown) {
      if (entry == null) {
        rules.unlisted(directory.source(), directory.copy, thrown);
      } else {
        rules.failed(entry, place(directory, entry), thrown);
      }
      return OnFailure.CONTINUE;
    }

    private T place(Copied<F, T> directory, F file) {
      return sink.child(directory.copy, source.name(file));
    }
  }

  /**
   * Where copies are made. Safe for use by several threads.
   *
   * @param <F> files of the source
   * @param <T> places of copies
   */
  public interface CopySink<F, T> {
    T child(T directory, Name name);

    /**
     * Makes a directory, or finds it.
     *
     * @return its source with the attributes that it gets at the end, and whether it is new
     */
    Made<F> makeDirectory(F directory, T copy) throws IOException;

    /** Gives a directory its attributes, once all of its entries exist. */
    void finishDirectory(Made<F> directory, T copy) throws IOException;

    /** A file of any other type is going to be copied. */
    default void announce(F file, T copy) {}

    /** Copies a file of any other type. */
    void copy(F file, T copy) throws IOException;

    /** A directory whose copy exists. */
    record Made<F>(F source, boolean isNew) {}
  }

  /**
   * The files that are copied.
   *
   * @param <F> files and directories, with their attributes
   */
  public interface CopySource<F> extends TreeSource<F, F> {
    /** The file to copy for a listed one: itself with its attributes, or the target of a link. */
    F resolve(F listed) throws IOException;

    Name name(F file);
  }
}
