// SPDX-License-Identifier: Apache-2.0
package io.sennit.system.fullheap;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts a call of {@link Sites#reach} before everything in a class that allocates: NEW, arrays,
 * INVOKEDYNAMIC (lambdas that capture, strings that are joined), and calls of the JDK's own methods
 * that may. Static initializers are left as they are: a class whose initializer has failed is of no
 * use any more, in any JVM.
 */
final class Marking {
  private static final ClassDesc SITES = Sites.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc REACH =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

  /** Methods of records that allocate nothing. */
  private static final Set<String> COMPARING = Set.of("equals", "hashCode");

  private Marking() {}

  static byte[] mark(byte[] bytes) {
    ClassFile format = ClassFile.of();
    ClassModel model = format.parse(bytes);
    String owner = model.thisClass().asInternalName().replace('/', '.');
    ClassTransform marked = (builder, element) -> {
      if (element instanceof MethodModel method
          && !method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)) {
        String name = owner + "." + method.methodName().stringValue() + parameters(method);
        builder.transformMethod(method, MethodTransform.transformingCode(new Marker(name)));
      } else {
        builder.with(element);
      }
    };
    return format.transformClass(model, marked);
  }

  private static String parameters(MethodModel method) {
    return method.methodTypeSymbol().parameterList().stream()
        .map(ClassDesc::displayName)
        .collect(Collectors.joining(",", "(", ")"));
  }

  /** Marks the sites of one method. */
  private static final class Marker implements CodeTransform {
    private final String method;
    private final Map<String, Integer> counts = new HashMap<>();
    private int line;

    private Marker(String method) {
      this.method = method;
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
      if (element instanceof LineNumber number) {
        line = number.line();
      }
      what(element).ifPresent(what -> {
        int count = counts.merge(what, 1, Integer::sum);
        Site site = new Site(method + ":" + what + "#" + count, line);
        builder.loadConstant(Sites.add(site)).invokestatic(SITES, "reach", REACH);
      });
      builder.with(element);
    }

    /** Describes what the instruction allocates, if anything. */
    private static Optional<String> what(CodeElement element) {
      return switch (element) {
        case NewObjectInstruction made ->
          Optional.of("new " + simple(made.className().asInternalName()));
        case NewPrimitiveArrayInstruction made -> Optional.of("array of " + made.typeKind());
        case NewReferenceArrayInstruction made ->
          Optional.of("array of " + simple(made.componentType().asInternalName()));
        case NewMultiArrayInstruction _ -> Optional.of("array of arrays");
        case InvokeDynamicInstruction made ->
          Optional.of(made.name().stringValue())
              .filter(name -> !COMPARING.contains(name))
              .map(name -> "dynamic " + name);
        case InvokeInstruction called
        when Library.allocates(called) ->
          Optional.of("call " + simple(called.owner().asInternalName()) + "."
              + called.name().stringValue());
        default -> Optional.empty();
      };
    }

    private static String simple(String name) {
      return name.substring(name.lastIndexOf('/') + 1);
    }
  }
}
