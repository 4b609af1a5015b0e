// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Rules on the length and the parameters of methods, read from javac's own parse tree. */
final class ShapeRules {
  static final int MAX_METHOD_LINES = 60;
  static final int MAX_PARAMETERS = 5;

  private ShapeRules() {}

  /** All files in one go, since starting the compiler costs far more than reading a file. */
  static List<String> findings(List<SourceFile> files) {
    List<InMemory> units = files.stream().map(InMemory::new).toList();
    JavacTask task = (JavacTask)
        ToolProvider.getSystemJavaCompiler().getTask(null, null, null, List.of(), null, units);
    List<String> findings = new ArrayList<>();
    try {
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new Scanner(InMemory.pathOf(unit), unit, positions).scan(unit, findings);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return findings;
  }

  private static final class Scanner extends TreeScanner<@Nullable Void, List<String>> {
    private final String path;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private boolean inRecord;

    Scanner(String path, CompilationUnitTree unit, SourcePositions positions) {
      this.path = path;
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, List<String> findings) {
      LineMap lineMap = unit.getLineMap();
      long start = positions.getStartPosition(unit, method);
      if (start >= 0) {
        long first = lineMap.getLineNumber(start);
        long lines = lineMap.getLineNumber(positions.getEndPosition(unit, method)) - first + 1;
        String where = path + ":" + first + ": " + method.getName();
        if (lines > MAX_METHOD_LINES) {
          findings.add(where + " has " + lines + " lines, at most " + MAX_METHOD_LINES);
        }
        if (method.getParameters().size() > MAX_PARAMETERS && !isRecordsOwn(method)) {
          findings.add(where
              + " has "
              + method.getParameters().size()
              + " parameters, at most "
              + MAX_PARAMETERS
              + ": make them a record");
        }
      }
      return super.visitMethod(method, findings);
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, List<String> findings) {
      boolean outer = inRecord;
      inRecord = type.getKind() == Tree.Kind.RECORD;
      super.visitClass(type, findings);
      inRecord = outer;
      return null;
    }

    /** A record with many components is what the rule asks for. */
    private boolean isRecordsOwn(MethodTree method) {
      return inRecord && method.getName().contentEquals("<init>");
    }
  }

  private static final class InMemory extends SimpleJavaFileObject {
    private final SourceFile file;

    InMemory(SourceFile file) {
      super(URI.create("string:///" + file.path()), JavaFileObject.Kind.SOURCE);
      this.file = file;
    }

    static String pathOf(CompilationUnitTree unit) {
      return unit.getSourceFile().toUri().getPath().substring(1);
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return file.text();
    }
  }
}
