/**
 * A tree of files in one store, for programs that need local metadata without a cluster:
 *
 * <pre>{@code
 * try (FileTree files = FileTree.open(StoreSettings.of(data))) {
 *   files.createDirectory("/logs", 0755);
 *   files.createFile("/logs/today", 0644);
 *   files.move("/logs/today", "/logs/yesterday");
 *   files.list("/logs", (name, attributes) -> use(name, attributes));
 * }
 * }</pre>
 */
@NullMarked
package io.gigafs.tablefs.embedded;

import org.jspecify.annotations.NullMarked;
