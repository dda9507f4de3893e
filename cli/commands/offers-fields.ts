// The flags for an offer's terms, and their readers.
import { counted } from '../../core/kernel/amounts.ts'
import { readOfferWords } from '../../core/offers/operations.ts'
import { readMoney } from '../../core/reading/money.ts'
import { TERMS, type TermsChange } from '../../core/offers/fields.ts'
import { given } from '../../core/kernel/narrow.ts'
import { cut } from '../../core/kernel/plain-characters.ts'
import { isOn, textOf, type Option, type Run, wordOf, words, misused } from '../command.ts'
import { localDay } from '../ui/time.ts'
import { fieldFlags, fieldsIn, flag, flagFor, type Flag, readDate } from './flags.ts'

const refuse = (flag: string, text: string, like: string): never =>
  misused(`${flag}: “${text}” is not ${like}.`)

/** Reads amounts in the currency of the base, because an offer has only one. */
const amountsIn = (own: string | undefined) => (flag: string, text: string, like: string) => {
  const { amount, currency, period, isConverted } = readMoney(text) ?? refuse(flag, text, like)
  if (isConverted || (period !== null && period !== 'year'))
    refuse(flag, text, `${like}, which is for no time`)
  if (currency !== null && currency !== own)
    misused(
      own
        ? `${flag}: “${text}” is in ${currency} and the base in ${own}. Say it in ${own}.`
        : `${flag}: “${text}” names ${currency} and the base no currency. Say --currency ${currency}, if it has that one.`,
    )
  return amount
}

const number: Flag['read'] = (text, _, name) => {
  if (text === '') return null
  const match = /^(\d+(?:\.\d+)?) ?%?$/.exec(text.trim())
  return match ? Number(match[1]) : refuse(name, text, 'a number')
}

const GRANT = [
  flagFor('kind', '--equity-kind <kind>', 'rsu, options or percent (rsu).'),
  flag('--vesting <years>', 'Years until all of it has vested: 4.', number, 'years'),
  flag('--cliff <months>', 'Months before anything vests: 12.', number, 'cliffMonths'),
  flag('--schedule <list>', 'Percent vesting each year: 5,15,40,40.', (text) =>
    words(text)?.map((part) => Number(part.replace('%', ''))),
  ),
]

/** The flags of all terms, with readers for single values; an empty value clears one. */
function termFlags(amountOf: ReturnType<typeof amountsIn>): (Option | Flag)[] {
  const money: Flag['read'] = (text, _, name) =>
    text === '' ? null : amountOf(name, text, 'one amount. Try: 20k')
  return [
    { flags: '--base <pay>', about: 'The base: 185k, "€95.000 p.a.", 60/hr.' },
    { flags: '--currency <code>', about: 'Its currency, if --base names none: USD (default: the job’s).' },
    {
      flags: '--bonus <pay>',
      about: '15% of the base, or an amount a year: 20k; "15% target" is not guaranteed.',
    },
    { flags: '--guaranteed', about: 'The bonus is guaranteed, not a target.' },
    { flags: '--equity <pay>', about: 'What the whole grant is worth: 160k; ? if unknown.' },
    ...GRANT,
    flag('--signing <pay>', 'One-time payment for signing.', money),
    flag(
      '--clawback <months>',
      'You pay it back if you leave within these months.',
      number,
      'signingClawbackMonths',
    ),
    flag('--relocation <pay>', 'One-time payment for moving.', money),
    flag(
      '--match <percent>',
      'What the employer adds for retirement, in percent of the base.',
      number,
      'retirementMatchPercent',
    ),
    flag('--hours <n>', 'Hours a week.', number, 'hoursPerWeek'),
    flag('--pto <days>', 'Days off a year.', number, 'ptoDays'),
    flag('--benefits <list>', 'Benefits, with what they are worth a year: lunch=1200,gym.', (text, _, name) =>
      words(text)?.map((part) => {
        const [benefit = '', worth] = part.split('=')
        // The rest of lunch=1,200, whose comma ends an entry.
        if (/^\d+$/.test(benefit)) refuse(name, text, 'a list of benefits. Write amounts without commas')
        if (worth === undefined) return { name: benefit }
        return { name: benefit, value: amountOf(name, worth, 'an amount. Try: lunch=1200') }
      }),
    ),
    flag('--remote', 'The job is remote.'),
    flag(
      '--start <date>',
      'The first day of work.',
      async (text, { out }, name) =>
        text === '' ? null : localDay(await readDate(name, text, 'ahead', { say: out?.note })),
      'startDate',
    ),
    ...fieldFlags(TERMS),
  ]
}

export const TERM_OPTIONS = termFlags(amountsIn(undefined))

function baseOf({ options, out }: Run, known: TermsChange['base']): TermsChange['base'] {
  const text = textOf(options, 'base')
  const code = textOf(options, 'currency')?.toUpperCase()
  if (text === undefined) {
    if (code === undefined) return undefined
    return known ? { ...known, currency: code } : misused('--currency needs --base.')
  }
  const words =
    readMoney(text) ?? refuse('--base', text, 'one amount for a time. Try: 185k, "€95.000 p.a.", 60/hr')
  const currency = code ?? words.currency
  if (words.isConverted) out.note(`--base: “${text}” was counted as ${counted(words.amount)} a year.`)
  return {
    amount: words.amount,
    ...(currency !== null && { currency }),
    ...(words.period !== null && { period: words.period }),
  }
}

function bonusOf(options: Run['options'], amountOf: ReturnType<typeof amountsIn>): TermsChange['bonus'] {
  const text = textOf(options, 'bonus')
  if (text === undefined)
    return isOn(options, 'guaranteed') ? misused('Say the bonus: --bonus 15% --guaranteed') : undefined
  if (text === '') return null
  const isSure = isOn(options, 'guaranteed')
  const size = text.trim().replace(/\s+target$/i, '')
  const isTarget = size !== text.trim()
  if (isSure && isTarget) misused('Say --guaranteed or a target, not both.')
  const kind = isSure ? { kind: 'guaranteed' as const } : isTarget && { kind: 'target' as const }
  const percent = /^(\d+(?:\.\d+)?) ?%$/.exec(size)?.[1]
  if (percent !== undefined) return { percent: Number(percent), ...kind }
  return { amount: amountOf('--bonus', size, 'a percentage or an amount'), ...kind }
}

type Grant = Pick<TermsChange, 'equity' | 'notes'>

/** `160k`, or in words: `200k RSU over 4 years, 1 year cliff`. */
async function grantOf(client: Run['client'], text: string): Promise<Grant> {
  if (text.trim() === '?') return { equity: { value: null } }
  const isNamed = /rsu|stock|share|option|equity|grant/i.test(text)
  const reading = await client.call(readOfferWords, { text: isNamed ? text : `equity ${text}` })
  const { equity, notes } = reading.terms as TermsChange
  if (reading.unread.length || !equity) return refuse('--equity', text, 'one amount, or ?')
  const { kind, ...grant } = equity
  return {
    equity: isNamed || kind === 'percent' ? { kind, ...grant } : grant,
    ...(notes !== undefined && { notes }),
  }
}

async function equityOf(run: Run): Promise<Grant> {
  const { options, client } = run
  const text = textOf(options, 'equity')
  if (text === '') return { equity: null }
  const fields = await fieldsIn(run, GRANT)
  if (text !== undefined) {
    const isShare = wordOf(options, 'equityKind') === 'percent' && /^[\d.,]+$/.test(text)
    const grant = await grantOf(client, isShare ? `${text}%` : text)
    return { ...grant, equity: { ...grant.equity, ...fields } }
  }
  if (!Object.keys(fields).length) return {}
  return misused('Say what the equity is worth: --equity 160k, or --equity "?"')
}

export const joinedNotes = (...notes: (string | null | undefined)[]): string =>
  cut(notes.filter(Boolean).join(' '), 5_000)

/** The terms of the flags. Without --base, uses the known base of the words or of the offer. Adds to known notes. */
export async function termsOf(run: Run, known: TermsChange = {}): Promise<TermsChange> {
  const { options } = run
  const base = baseOf(run, known.base)
  const amountOf = amountsIn(base?.currency ?? known.base?.currency)
  const { notes: share, ...grant } = await equityOf(run)
  const parts = { base, bonus: bonusOf(options, amountOf), ...grant }
  const isOne = (each: Option): each is Flag => 'read' in each && !GRANT.some((part) => part === each)
  const flags = termFlags(amountOf).filter(isOne)
  const fields = (await fieldsIn(run, flags)) as TermsChange
  const isNoted = share !== undefined || fields.notes !== undefined
  const notes = joinedNotes(known.notes, fields.notes, share) || null
  return { ...given(parts), ...fields, ...(isNoted && { notes }) }
}
