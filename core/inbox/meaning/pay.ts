// Pay that a message names, as written.
const MONEY =
  /(?:[$€£]\s?\d[\d.,]*\s?[kK]?(?:\s?[-–]\s?[$€£]?\d[\d.,]*\s?[kK]?)?|\b\d[\d.,]*\s?[kK]?(?:\s?[-–]\s?\d[\d.,]*\s?[kK]?)?\s?(?:€|EUR|Euro|USD|GBP|CHF|mil euros)|\b\d{2,3}k\b)(?:\s?(?:\/|per|an|pro|por|par|brutto|gross|brut)\s?\p{L}+(?:\s?(?:im|al|par)?\s?\p{L}+)?)?/u
const PAY =
  /\b(?:salary|base|compensation|pay|rate|band|hourly|annual\w*|gehalt\w*|jahresgehalt|brutto|vergutung|salario|sueldo|brutos?|remuneration|salaire|brute?s?)\b/

/** The first amount that a sentence names as pay; null when none does. */
export function payIn(
  sentences: readonly { quote: string; folded: string }[],
): { text: string; quote: string } | null {
  for (const { quote, folded } of sentences) {
    const found = PAY.test(folded) || /\b\d{2,3}k base\b/.test(folded) ? MONEY.exec(quote) : null
    if (found) return { text: found[0].trim().slice(0, 120), quote }
  }
  return null
}
