package io.gigafs.server;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds groups of classes that all depend on each other, directly or by others of the group: the
 * strongly connected components, by Tarjan's algorithm. A nested class counts as its outer one.
 */
final class MutualDependencies {
  private final Map<String, Set<String>> uses;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<String, Integer> lowest = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final List<Set<String>> groups = new ArrayList<>();

  private MutualDependencies(Map<String, Set<String>> uses) {
    this.uses = uses;
  }

  /** The groups of more than one class. */
  static List<Set<String>> of(Collection<JavaClass> classes) {
    Set<String> known = classes.stream().map(MutualDependencies::outer).collect(Collectors.toSet());
    Map<String, Set<String>> uses =
        classes.stream()
            .collect(
                Collectors.groupingBy(
                    MutualDependencies::outer,
                    Collectors.flatMapping(
                        type ->
                            type.getDirectDependenciesFromSelf().stream()
                                .map(use -> outer(use.getTargetClass()))
                                .filter(known::contains),
                        Collectors.toSet())));
    MutualDependencies found = new MutualDependencies(uses);
    uses.keySet().stream().sorted().forEach(found::visitOnce);
    return found.groups;
  }

  private static String outer(JavaClass type) {
    return type.getBaseComponentType().getName().replaceFirst("\\$.*", "");
  }

  private void visitOnce(String type) {
    if (!numbers.containsKey(type)) {
      visit(type);
    }
  }

  private void visit(String type) {
    int number = numbers.size();
    numbers.put(type, number);
    lowest.put(type, number);
    open.push(type);
    for (String used : uses.getOrDefault(type, Set.of())) {
      visitOnce(used);
      if (open.contains(used)) {
        lowest.merge(type, lowest.getOrDefault(used, number), Math::min);
      }
    }
    if (lowest.getOrDefault(type, number) == number) {
      close(type);
    }
  }

  private void close(String first) {
    Set<String> group = new TreeSet<>();
    String type;
    do {
      type = open.pop();
      group.add(type);
    } while (!type.equals(first));
    if (group.size() > 1) {
      groups.add(group);
    }
  }
}
