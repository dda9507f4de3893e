// Labels an amount by the words around it: base pay, a bonus, or not pay at all; and the place that it is for.
import { folded } from '../kernel/folded.ts'
import { type AmountKind, keyOf, meaningOf } from './pay-vocabulary.ts'
import { type MoneyToken, phraseAt } from './money-tokens.ts'
import type { Range } from './ranges.ts'

export interface Label {
  readonly kind: AmountKind
  readonly first: number
  readonly last: number
}

const SEPARATORS = new Set([',', ';', '/', '|', '•', '·', '(', ')', '[', ']', '+', '&', '!', '?', '–', '*'])
/** Kinds whose words often mean something else. They count only close to an amount, or if no label is pay. */
const AMBIGUOUS_KINDS: ReadonlySet<AmountKind> = new Set(['business', 'allowance', 'equity', 'reward'])
const NEAR = 3
const REACH_AFTER = 6

const isPay = ({ kind }: Label): boolean => kind === 'pay' || kind === 'base'

/** Whether a sentence ends at this full stop. The stops in “Rs. 24,000” and “max. 50” do not end one. */
export function endsSentence(list: readonly MoneyToken[], at: number): boolean {
  const [before, stop, after] = [list[at - 1], list[at], list[at + 1]]
  if (stop?.text === ';' || stop?.text === '!') return true
  if (stop?.text !== '.' || after?.glued === true) return false
  if (before === undefined || before.kind === 'number') return true
  if (before.kind === 'currency') return !/\p{L}/u.test(before.text)
  return (
    before.text.length > 3 && !/^(?:approx|circa|mind|maks|minimum|gehalt|brutto|mies)$/.test(before.text)
  )
}

const isSeparator = (list: readonly MoneyToken[], at: number): boolean => {
  const token = list[at]
  if (token === undefined) return true
  if (SEPARATORS.has(token.text) || (token.text === '.' && endsSentence(list, at))) return true
  if (token.text === '-') return !token.glued
  const kinds = token.kind === 'word' ? meaningOf(token.text)?.kinds : undefined
  // The Czech “a” means “and”, but “a year” states a period.
  const leadsTime = kinds?.has('leads') && meaningOf(list[at + 1]?.text ?? '')?.noun !== undefined
  return kinds?.has('without') === true && !leadsTime
}

function labelsIn(list: readonly MoneyToken[], from: number, to: number): Label[] {
  const found: Label[] = []
  for (let at = from; at < to; at += 1) {
    const phrase = phraseAt(list, at, ({ label }) => label !== undefined)
    const kind = phrase?.meaning.label
    if (phrase === null || kind === undefined || phrase.last >= to) continue
    // “20% bonus” is a share of the pay, no amount.
    if (list.slice(Math.max(0, at - 2), at).some(({ text }) => text === '%')) continue
    found.push({ kind, first: at, last: phrase.last })
    at = phrase.last
  }
  return found
}

/** The label before an amount: in the nearest part of the sentence that has one. Tokens before `floor` do not count. */
export function labelBefore(list: readonly MoneyToken[], span: Range, floor: number): Label | null {
  let end = span.first
  for (let at = end - 1; ; at -= 1) {
    const isEdge = at < floor
    if (!isEdge && !isSeparator(list, at)) continue
    const label = strongest(labelsIn(list, at + 1, end), span.first)
    if (label) return label
    if (isEdge || (list[at]?.text === '.' && endsSentence(list, at)) || list[at]?.text === '!') return null
    if (list[at]?.text === ')') at = openingOf(list, at, floor)
    end = at
  }
}

function openingOf(list: readonly MoneyToken[], at: number, floor: number): number {
  let open = at
  while (open > floor && list[open]?.text !== '(') open -= 1
  return open
}

/** The nearest label. An ambiguous label counts only if it is close, or if no label is pay. */
function strongest(labels: readonly Label[], first: number): Label | null {
  const nearest = labels.at(-1)
  if (nearest === undefined) return null
  const pay = labels.findLast(isPay)
  if (pay === undefined) return nearest
  if (AMBIGUOUS_KINDS.has(nearest.kind) && first - nearest.last > NEAR) return asBasePay(pay, labels)
  return isPay(nearest) ? asBasePay(nearest, labels) : nearest
}

/** Reads “Base annual salary” as base pay. */
const asBasePay = (pay: Label, labels: readonly Label[]): Label =>
  labels.some(({ kind, last }) => kind === 'base' && pay.first - last <= 4 && pay.first >= last)
    ? { ...pay, kind: 'base' }
    : pay

export function labelAfter(list: readonly MoneyToken[], span: Range, ceiling: number): Label | null {
  let end = span.last + 1
  while (end < ceiling && end <= span.last + REACH_AFTER + 2 && !isAfterEnd(list, end, span.last)) end += 1
  const labels = labelsIn(list, span.last + 1, end).filter(
    (label) =>
      label.first - span.last <= REACH_AFTER &&
      (label.kind !== 'later' || ceiling === list.length) &&
      !labelsNextFigure(list, label),
  )
  const found = labels.find((label) => !isPay(label)) ?? labels[0] ?? null
  // “$500 referral bonus, $19/hr”: both words are of the first amount.
  return found && { ...found, last: labels.find(({ first }) => first - 1 === found.last)?.last ?? found.last }
}

/** In “€50k OTE €70k” the label belongs to the amount at `next`, unless that has one of its own: “$90k OTE $60k base”. */
export function leadsNext(list: readonly MoneyToken[], { kind, last }: Label, next: number): boolean {
  if (!(kind === 'target' || kind === 'total') || last + 1 !== next || next === list.length) return false
  const isFigure = ({ kind: each, text }: MoneyToken) =>
    each === 'word' ? meaningOf(text)?.multiple !== undefined : each !== 'mark' || text === '-'
  const end = list.findIndex((token, at) => at >= next && !isFigure(token))
  return end < 0 || phraseAt(list, end, ({ label }) => label !== undefined) === null
}

/** In “$120k Bonus: 10%” and “68.000 € Bonus 10 %” the label belongs to the figure after it. */
function labelsNextFigure(list: readonly MoneyToken[], { kind, last }: Label): boolean {
  if (/^[:=]$/.test(list[last + 1]?.text ?? '')) return true
  if (kind === 'bonus' && list[last + 2]?.text === '%') return true
  // “$31/hr. Referral bonus: $500”
  const [next] = labelsIn(list, last + 1, Math.min(list.length, last + 4))
  return next?.first === last + 1 && labelsNextFigure(list, next)
}

/** The slash in “£450/day rate” is not a separator. */
const isAfterEnd = (list: readonly MoneyToken[], at: number, last: number): boolean =>
  isSeparator(list, at) &&
  !(list[at]?.text === '/' && at === last + 1) &&
  !(list[at]?.text === '-' && list[at + 1]?.glued === true)

// Pay that depends on the place: “$150k–$180k (Denver), $170k–$205k (New York)”. Only the range of the job's place counts.

const isOfPay = (word: string): boolean =>
  /^(?:range|min(?:imum)?|max(?:imum)?)$/i.test(word) || meaningOf(keyOf(word))?.label !== undefined

/** The place of a range: “(Denver)” after it, or “Denver:” or “Denver pay range:” before it. */
export function placeOf(list: readonly MoneyToken[], plain: string, span: Range): string | null {
  const after = plain.slice(list[span.last]?.end)
  const before = plain.slice(0, list[span.first]?.start)
  const found =
    /^[^();,\d]{0,20}\((\p{Lu}[^()\d$€£]{1,40})\)/u.exec(after) ??
    /(?:^|[:;,|·\n(])\s*(?:in |and )?(\p{Lu}[^():;,\d$€£]{1,40}):\s*\p{Lu}{0,3}\p{Sc}?$/u.exec(before)
  const words = found?.[1]?.trim().split(/\s+/) ?? []
  return words.slice(0, words.findLastIndex((word) => !isOfPay(word)) + 1).join(' ') || null
}

/** The ranges for a place, and the others with the reason. If they do not depend on the place, all of them. */
export function ofPlace<Of extends { readonly place: string | null }>(
  all: readonly Of[],
  place: string,
): { own: readonly Of[]; others: readonly Of[] } {
  const places = new Set(all.map((each) => each.place && folded(each.place)))
  if (all.length < 2 || places.size < all.length || places.has(null)) return { own: all, others: [] }
  const here = folded(place)
  const own = all.filter((each) => here.includes(folded(each.place?.split(',')[0] ?? '')))
  return own.length === 1 ? { own, others: all.filter((each) => each !== own[0]) } : { own: [], others: all }
}
