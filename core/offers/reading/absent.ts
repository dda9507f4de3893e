// Finds the parts that an offer says it does not have: “equity: none”, “kein Bonus”, “no bonus or equity”. Each becomes a clause
// such as “no bonus”, so that no amount beside it takes its label.
import { moneySigns } from '../../reading/currencies.ts'

const SIGNING = String.raw`sign(?:ing|[- ]?on)(?:[- ]?(?:bonus|payment))?|joining bonus|welcome bonus|antrittsbonus`
const NAMES: readonly (readonly [string, string])[] = [
  ['signing', SIGNING],
  ['bonus', String.raw`(?:annual |target )?bonus|prime|bono`],
  [
    'equity',
    String.raw`equity|(?:stock|share) options?|stocks?|options|shares|rsus|beteiligung|aktien(?:optionen)?|actions|acciones|aandelen`,
  ],
  ['relocation', 'relocation'],
  ['benefits', 'benefits'],
]
const NAME = String.raw`(?:${NAMES.map(([, words]) => words).join('|')})`
const ZERO = String.raw`(?<![\d.,])[${moneySigns}]?\s?0\s?%?(?!\d|[.,]\d)`
/** What must follow the name of an absent part. In “no bonus cap” the bonus is not absent. */
const END = String.raw`(?=\s*(?:$|[.,;/|)&+–—\n-]|(?:or|nor|but|and|plus|with|und|et|y|en)\b))`
const BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?:no|zero|neither|without(?: an?| any)?|keine?n?|ohne|sans|pas (?:de |d['’])|aucune?|sin|geen|zonder|${ZERO})\s?(${NAME}(?:(?:,? (?:or|nor) | ?/ ?)${NAME})*)${END}`,
  'gimu',
)
const AFTER = new RegExp(
  String.raw`(?<!\p{L}|no )(${NAME})\s?(?:(?:[:=]|is|are)?\s?(?:none|nil|n/a|not (?:applicable|offered|included|available))(?!\p{L})|[:=]\s?(?:keine?r?|aucune?|ninguno?a?|geen|[-–—]|no|na|${ZERO})${END})`,
  'gimu',
)

const namesIn = (words: string): string[] =>
  words.split(/,? (?:or|nor) | ?\/ ?/i).flatMap((each) => {
    const found = NAMES.find(([, source]) => new RegExp(`^(?:${source})$`, 'iu').test(each.trim()))
    return found ? [`no ${found[0]}`] : []
  })

const asClauses = (_: string, words: string): string => `\n${namesIn(words).join('\n')}\n`

export const withAbsentParts = (text: string): string =>
  text.replace(BEFORE, asClauses).replace(AFTER, asClauses)
