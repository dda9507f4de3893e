// The flags for the terms of an offer, and the terms they say.
import { fail } from '../../core/kernel/errors.ts'
import { readMoney } from '../../core/offers/money-words.ts'
import type { TermsChange } from '../../core/offers/terms.ts'
import { isOn, textOf, type Option, type Run } from '../command.ts'
import { readDate, readDeadline, textField, words } from './inputs.ts'

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

const refuse = (flag: string, text: string, like: string): never =>
  fail('usage', { problem: `--${flag}: “${text}” is not ${like}.` })

/** An amount; an empty value clears it. */
function money(options: Run['options'], flag: string): number | null | undefined {
  const text = textOf(options, flag)
  if (text === undefined || text === '') return text === '' ? null : undefined
  return readMoney(text)?.amount ?? refuse(flag, text, 'one amount. Try: 20k')
}

/** A number; an empty value clears it. */
function number(options: Run['options'], flag: string): number | null | undefined {
  const text = textOf(options, flag)
  if (text === undefined || text === '') return text === '' ? null : undefined
  const said = /^(\d+(?:\.\d+)?) ?%?$/.exec(text.trim())
  return said ? Number(said[1]) : refuse(flag, text, 'a number')
}

function baseOf(options: Run['options']): TermsChange['base'] {
  const text = textOf(options, 'base')
  const code = textOf(options, 'currency')
  if (text === undefined)
    return code === undefined ? undefined : fail('usage', { problem: '--currency needs --base.' })
  const said = readMoney(text) ?? refuse('base', text, 'one amount. Try: 185k, "€95.000 p.a.", 60/hr')
  const currency = code ?? said.currency
  return {
    amount: said.amount,
    ...(currency !== null && { currency }),
    ...(said.period !== null && { period: said.period }),
  }
}

function bonusOf(options: Run['options']): TermsChange['bonus'] {
  const text = textOf(options, 'bonus')
  if (text === undefined) return undefined
  if (text === '') return null
  const kind = isOn(options, 'guaranteed') ? ('guaranteed' as const) : ('target' as const)
  const percent = /^(\d+(?:\.\d+)?) ?%$/.exec(text.trim())?.[1]
  if (percent !== undefined) return { percent: Number(percent), kind }
  return { amount: readMoney(text)?.amount ?? refuse('bonus', text, 'a percentage or an amount'), kind }
}

function equityOf(options: Run['options']): TermsChange['equity'] {
  const [text, kind] = [textOf(options, 'equity'), textOf(options, 'equityKind')]
  if (text === '') return null
  const schedule = words(textOf(options, 'schedule'))?.map((part) => Number(part.replace('%', '')))
  const rest = {
    ...(kind !== undefined && { kind: kind as 'rsu' }),
    years: number(options, 'vesting'),
    cliffMonths: number(options, 'cliff'),
    schedule,
  }
  if (text === undefined) {
    if (Object.values(rest).every((value) => value === undefined)) return undefined
    return fail('usage', { problem: 'Say what the equity is worth: --equity 160k, or --equity "?"' })
  }
  const said = text.trim() === '?' ? null : (readMoney(text) ?? refuse('equity', text, 'one amount, or ?'))
  return { ...rest, value: said && said.amount, ...(said?.currency && { currency: said.currency }) }
}

/** `lunch=1200,gym`. */
const benefitsOf = (options: Run['options']): TermsChange['benefits'] =>
  words(textOf(options, 'benefits'))?.map((part) => {
    const [name = '', worth] = part.split('=')
    if (worth === undefined) return { name }
    return {
      name,
      value: readMoney(worth)?.amount ?? refuse('benefits', part, 'a name with an amount: lunch=1200'),
    }
  })

async function startOf(options: Run['options']): Promise<string | null | undefined> {
  const text = textOf(options, 'start')
  if (text === undefined || text === '') return text === '' ? null : undefined
  const at = new Date(await readDate('--start', text))
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** The terms that the flags say; a field without its flag is undefined, and an empty value clears it. */
export async function termsOf(options: Run['options']): Promise<TermsChange> {
  const text = (name: string) => textField(textOf(options, name))
  const terms = {
    base: baseOf(options),
    bonus: bonusOf(options),
    equity: equityOf(options),
    signing: money(options, 'signing'),
    signingClawbackMonths: number(options, 'clawback'),
    relocation: money(options, 'relocation'),
    retirementMatchPercent: number(options, 'match'),
    hoursPerWeek: number(options, 'hours'),
    ptoDays: number(options, 'pto'),
    benefits: benefitsOf(options),
    location: await text('location'),
    remote: isOn(options, 'remote') || undefined,
    startDate: await startOf(options),
    deadline: await readDeadline('--deadline', textOf(options, 'deadline')),
    level: await text('level'),
    notes: await text('notes'),
  }
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined))
}
