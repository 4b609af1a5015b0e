// SPDX-License-Identifier: Apache-2.0
package io.sennit.rpc.session;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known word that a person most likely meant, if there is one. Stateless. */
public final class Nearest {
  private Nearest() {}

  /**
   * The one with the fewest slips, if these are at most one in three letters or the word is an
   * abbreviation: beyond that a suggestion is noise. Dashes at the beginning do not count, nor does
   * the prefix of a known word up to its last dot, if the typed word has no dot.
   */
  public static Optional<String> to(String typed, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(word -> distance(bare(typed), like(typed, word))))
        .filter(word -> isNear(bare(typed), like(typed, word)));
  }

  private static boolean isNear(String typed, String word) {
    int most = Math.max(typed.length(), word.length()) / 3;
    return distance(typed, word) <= most || isAbbreviation(word, typed);
  }

  private static String like(String typed, String word) {
    return bare(typed.indexOf('.') < 0 ? word.substring(word.lastIndexOf('.') + 1) : word);
  }

  private static String bare(String word) {
    return word.replaceFirst("^-+", "");
  }

  /** Whether the letters of the short word stand in the long one in their order, as ls in list. */
  private static boolean isAbbreviation(String shorter, String longer) {
    int at = 0;
    for (int i = 0; i < longer.length() && at < shorter.length(); i++) {
      if (shorter.charAt(at) == longer.charAt(i)) {
        at++;
      }
    }
    return shorter.length() > 1 && at == shorter.length() && shorter.charAt(0) == longer.charAt(0);
  }

  /**
   * Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
   */
  private static int distance(String from, String to) {
    int[][] slips = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        slips[i][j] = i == 0 || j == 0 ? i + j : step(slips, from, to, i, j);
      }
    }
    return slips[from.length()][to.length()];
  }

  private static int step(int[][] slips, String from, String to, int i, int j) {
    int replaced = slips[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replaced, Math.min(slips[i - 1][j], slips[i][j - 1]) + 1);
    boolean swapped = i > 1
        && j > 1
        && from.charAt(i - 1) == to.charAt(j - 2)
        && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(best, slips[i - 2][j - 2] + 1) : best;
  }
}
