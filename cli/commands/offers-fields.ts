// The flags for the terms of an offer, and the terms they say.
import { fail } from '../../core/kernel/errors.ts'
import { readOfferWords } from '../../core/offers/operations.ts'
import { readMoney } from '../../core/reading/money.ts'
import type { TermsChange } from '../../core/offers/fields.ts'
import { isOn, textOf, type Option, type Run, wordOf, words } from '../command.ts'
import { readDate, readDeadline, textField } from './inputs.ts'

export const TERM_OPTIONS: Option[] = [
  { flags: '--base <pay>', about: 'The base: 185k, "€95.000 p.a.", 60/hr.' },
  { flags: '--currency <code>', about: 'Its currency, if --base names none: USD (default: the job’s).' },
  { flags: '--bonus <pay>', about: '15% of the base, or an amount a year: 20k.' },
  { flags: '--guaranteed', about: 'The bonus is guaranteed, not a target.' },
  { flags: '--equity <pay>', about: 'What the whole grant is worth: 160k; ? if unknown.' },
  { flags: '--equity-kind <kind>', about: 'rsu, options or percent (rsu).' },
  { flags: '--vesting <years>', about: 'Years until all of it has vested: 4.' },
  { flags: '--cliff <months>', about: 'Months before anything vests: 12.' },
  { flags: '--schedule <list>', about: 'Percent vesting each year: 5,15,40,40.' },
  { flags: '--signing <pay>', about: 'Paid once for signing.' },
  { flags: '--clawback <months>', about: 'It is paid back when leaving within these months.' },
  { flags: '--relocation <pay>', about: 'Paid once for moving.' },
  { flags: '--match <percent>', about: 'What the employer adds for retirement, in percent of the base.' },
  { flags: '--hours <n>', about: 'Hours a week.' },
  { flags: '--pto <days>', about: 'Days off a year.' },
  { flags: '--benefits <list>', about: 'Benefits, with what they are worth a year: lunch=1200,gym.' },
  { flags: '--location <text>', about: 'Where the work is.' },
  { flags: '--remote', about: 'The work is remote.' },
  { flags: '--start <date>', about: 'The first day of work.' },
  { flags: '--deadline <date>', about: 'When it has to be answered: fri, "mar 3 17:00".' },
  { flags: '--level <text>', about: 'The level: L5.' },
  { flags: '--notes <text>', about: 'Your notes; - reads stdin.' },
]

/** The flags, and the currency of the base where it is known. */
interface Said {
  options: Run['options']
  own: string | undefined
}

const refuse = (flag: string, text: string, like: string): never =>
  fail('usage', { problem: `--${flag}: “${text}” is not ${like}.` })

/** An amount in the currency of the base, which is the only one it can be kept in. */
function amountOf({ own }: Said, flag: string, text: string, like: string): number {
  const said = readMoney(text) ?? refuse(flag, text, like)
  const { amount, currency } = said
  if (currency !== null && currency !== own)
    fail('usage', {
      problem: own
        ? `--${flag}: “${text}” is in ${currency} and the base in ${own}. Say it in ${own}.`
        : `--${flag}: “${text}” names ${currency} and the base no currency. Say --currency ${currency}, if it has that one.`,
    })
  return amount
}

/** An amount; an empty value clears it. */
function money(said: Said, flag: string): number | null | undefined {
  const text = textOf(said.options, flag)
  if (text === undefined || text === '') return text === '' ? null : undefined
  return amountOf(said, flag, text, 'one amount. Try: 20k')
}

/** A number; an empty value clears it. */
function number(options: Run['options'], flag: string): number | null | undefined {
  const text = textOf(options, flag)
  if (text === undefined || text === '') return text === '' ? null : undefined
  const said = /^(\d+(?:\.\d+)?) ?%?$/.exec(text.trim())
  return said ? Number(said[1]) : refuse(flag, text, 'a number')
}

function baseOf(options: Run['options'], known: TermsChange['base']): TermsChange['base'] {
  const text = textOf(options, 'base')
  const code = textOf(options, 'currency')
  if (text === undefined) {
    if (code === undefined) return undefined
    return known ? { ...known, currency: code } : fail('usage', { problem: '--currency needs --base.' })
  }
  const said =
    readMoney(text) ??
    refuse('base', text, 'one amount by the year, month, week, day or hour. Try: 185k, "€95.000 p.a.", 60/hr')
  const currency = code ?? said.currency
  return {
    amount: said.amount,
    ...(currency !== null && { currency }),
    ...(said.period !== null && { period: said.period }),
  }
}

function bonusOf(said: Said): TermsChange['bonus'] {
  const { options } = said
  const text = textOf(options, 'bonus')
  if (text === undefined) return undefined
  if (text === '') return null
  const kind = isOn(options, 'guaranteed') ? ('guaranteed' as const) : ('target' as const)
  const percent = /^(\d+(?:\.\d+)?) ?%$/.exec(text.trim())?.[1]
  if (percent !== undefined) return { percent: Number(percent), kind }
  return { amount: amountOf(said, 'bonus', text, 'a percentage or an amount'), kind }
}

type Grant = Pick<TermsChange, 'equity' | 'notes'>

/** `160k`, or in words: `200k RSU over 4 years, 1 year cliff`. */
async function grantOf(client: Run['client'], text: string): Promise<Grant> {
  if (text.trim() === '?') return { equity: { value: null } }
  const isNamed = /rsu|stock|share|option|equity|grant/i.test(text)
  const said = await client.call(readOfferWords, { text: isNamed ? text : `equity ${text}` })
  const { equity, notes } = said.terms as TermsChange
  if (said.unread.length || !equity) return refuse('equity', text, 'one amount, or ?')
  const { kind, ...grant } = equity
  return {
    equity: isNamed || kind === 'percent' ? { kind, ...grant } : grant,
    ...(notes !== undefined && { notes }),
  }
}

async function equityOf({ options, client }: Run): Promise<Grant> {
  const [text, kind] = [textOf(options, 'equity'), wordOf<'rsu'>(options, 'equityKind')]
  if (text === '') return { equity: null }
  const [years, cliffMonths] = [number(options, 'vesting'), number(options, 'cliff')]
  const schedule = words(textOf(options, 'schedule'))?.map((part) => Number(part.replace('%', '')))
  const said = {
    ...(kind !== undefined && { kind }),
    ...(years !== undefined && { years }),
    ...(cliffMonths !== undefined && { cliffMonths }),
    ...(schedule && { schedule }),
  }
  if (text !== undefined) {
    const isShare = wordOf(options, 'equityKind') === 'percent' && /^[\d.,]+$/.test(text)
    const grant = await grantOf(client, isShare ? `${text}%` : text)
    return { ...grant, equity: { ...grant.equity, ...said } }
  }
  if (!Object.keys(said).length) return {}
  return fail('usage', { problem: 'Say what the equity is worth: --equity 160k, or --equity "?"' })
}

/** `lunch=1200,gym`. */
const benefitsOf = (said: Said): TermsChange['benefits'] =>
  words(textOf(said.options, 'benefits'))?.map((part) => {
    const [name = '', worth] = part.split('=')
    if (worth === undefined) return { name }
    return { name, value: amountOf(said, 'benefits', worth, 'an amount. Try: lunch=1200') }
  })

async function startOf(options: Run['options']): Promise<string | null | undefined> {
  const text = textOf(options, 'start')
  if (text === undefined || text === '') return text === '' ? null : undefined
  const at = new Date(await readDate('--start', text))
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/**
 * The terms that the flags say; a field without its flag is undefined, and an empty value clears it. Without --base, the
 * base is the known one: that of the words, or of the offer.
 */
export async function termsOf(run: Run, known?: Pick<TermsChange, 'base'>): Promise<TermsChange> {
  const { options, stdin } = run
  const base = baseOf(options, known?.base)
  const own = base?.currency ?? known?.base?.currency ?? textOf(options, 'currency')?.toUpperCase()
  const said: Said = { options, own }
  const grant = await equityOf(run)
  const text = (name: string) => textField(textOf(options, name), stdin)
  const terms = {
    base,
    bonus: bonusOf(said),
    ...grant,
    signing: money(said, 'signing'),
    signingClawbackMonths: number(options, 'clawback'),
    relocation: money(said, 'relocation'),
    retirementMatchPercent: number(options, 'match'),
    hoursPerWeek: number(options, 'hours'),
    ptoDays: number(options, 'pto'),
    benefits: benefitsOf(said),
    location: await text('location'),
    remote: isOn(options, 'remote') || undefined,
    startDate: await startOf(options),
    deadline: await readDeadline('--deadline', textOf(options, 'deadline')),
    level: await text('level'),
    notes: (await text('notes')) ?? grant.notes,
  }
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined))
}
