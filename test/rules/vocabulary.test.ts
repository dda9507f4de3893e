// Names of months, weekdays and zones, and the signs of currencies, are known in one room: nothing else looks for them in text.
import ts from 'typescript'
import { expect, test } from 'vitest'
import { sourcesOf } from './sources.ts'

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl']

/** Names of at least five letters, which are no other words: `may` and `mars` are. */
const names = new Set(
  LANGUAGES.flatMap((locale) =>
    (['month', 'weekday'] as const).flatMap((kind) => {
      const format = new Intl.DateTimeFormat(locale, { [kind]: 'long', timeZone: 'UTC' })
      const days = Array.from({ length: 12 }, (_, at) => Date.UTC(2026, at, 4 + at))
      return days.map((day) => format.format(day).toLowerCase()).filter(({ length }) => length > 4)
    }),
  ),
)
const ZONES = /\b(?:pst|pdt|mst|mdt|edt|mesz|cest|bst|aest)\b|\b(?:Europe|America|Asia|Australia)\/[A-Z]/
const SIGNS = /[€£¥₹₩]/

const namesIn = (text: string): string[] => [
  ...new Set((text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => names.has(word))),
]

/** What a file looks for in text: its regular expressions, and lists of words. */
function patternsOf(path: string, text: string): { found: string; isList: boolean }[] {
  const patterns: { found: string; isList: boolean }[] = []
  const isRaw = (node: ts.Node) => ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw'
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) || isRaw(node))
      patterns.push({ found: node.getText(), isList: false })
    else if (ts.isStringLiteralLike(node)) patterns.push({ found: node.text, isList: true })
    else if (ts.isArrayLiteralExpression(node))
      patterns.push({
        found: node.elements
          .filter(ts.isStringLiteralLike)
          .map((each) => each.text)
          .join(' '),
        isList: true,
      })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return patterns
}

const isVocabulary = ({ found, isList }: { found: string; isList: boolean }): boolean =>
  isList ? namesIn(found).length > 2 : namesIn(found).length > 0 || ZONES.test(found) || SIGNS.test(found)

test('only core/reading looks for months, weekdays, zones and currencies', () => {
  const others = sourcesOf('core', 'cli', 'gateway').filter(({ path }) => !path.startsWith('core/reading/'))
  const found = others.flatMap(({ path, text }) =>
    (isVocabulary({ found: text, isList: false }) ? patternsOf(path, text) : [])
      .filter(isVocabulary)
      .map((each) => `${path}: ${each.found.slice(0, 80)}`),
  )
  expect(found, 'Read it with core/reading, or move the words to sql/data/reading.').toEqual([])
})
