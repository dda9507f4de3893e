// Finds the place of a meeting in a message: a labelled line, a link, a phone number, an address, or a room.
import { once } from '../../kernel/once.ts'
import lists from '../../../sql/data/mail/places.json' with { type: 'json' }
import { says } from './phrases.ts'
import { fold, type Sentence } from './sentences.ts'

const patterns = once(() => ({
  label: new RegExp(
    String.raw`^[^\p{L}]{0,4}${lists.label} ?[:：]\s*(.{3,200})$|[.;]\s${lists.label}: (.{3,200})$`,
    'iu',
  ),
  address: new RegExp(
    String.raw`(?<![\p{L}\d])(?:${lists.streets.join('|')})(?:,? ?(?:,|–|-|\() ?${lists.part}){0,6}`,
    'u',
  ),
  link: new RegExp(lists.link, 'i'),
  meetingTool: new RegExp(lists.tool),
  call: new RegExp(lists.call),
  notCall: new RegExp(lists.notCall),
  number: new RegExp(String.raw`(?<![\d/:.,-])${lists.number}(?![\d/:])`, 'g'),
  phone: new RegExp(lists.phone, 'iu'),
  room: new RegExp(lists.room, 'u'),
}))

/** The place of the meeting, or null. Text below the closing words is the sender's own address and does not count. */
export function whereabouts(sentences: readonly Sentence[]): string | null {
  const { label, address, link, meetingTool, phone, room } = patterns()
  const closing = sentences.findLastIndex(({ folded }) => says('closing', folded))
  const above = sentences.slice(0, Math.max(0, closing))
  // If no digit comes before the closing words, they are a greeting, and the whole text counts.
  const letter = above.some(({ quote }) => /\d/.test(quote)) ? above : sentences
  const first = (read: (sentence: Sentence) => string | undefined): string | undefined =>
    letter.map(read).find((each) => each !== undefined)
  const place =
    first(({ quote }) => placeAfterLabel(label.exec(quote))) ??
    first(({ quote }) => link.exec(quote)?.[0]) ??
    first(numberIn) ??
    first(({ quote }) => address.exec(quote)?.[0]) ??
    first(({ quote }) => room.exec(quote)?.[0]) ??
    first(({ quote }) => meetingTool.exec(quote)?.[0]) ??
    first(({ quote }) => (phone.test(quote) && !patterns().notCall.test(fold(quote)) ? 'phone' : undefined))
  return place?.replace(/[\s.,;:–(-]+$/, '') || null
}

const placeAfterLabel = (found: RegExpExecArray | null): string | undefined => found?.[1] ?? found?.[2]

/** The telephone number in a sentence about calling, unless it is for questions. */
function numberIn({ quote, folded }: Sentence): string | undefined {
  const { call, notCall, number } = patterns()
  if (!call.test(folded) || notCall.test(folded)) return undefined
  return [...quote.matchAll(number)]
    .map(([each]) => each)
    .find((each) => each.replace(/\D/g, '').length >= MIN_DIGITS)
}
const MIN_DIGITS = 8
