// `crm me`: the account, the remaining limits, an export of all data, and the mood log.
import { several } from '../../core/kernel/amounts.ts'
import { exportData, getMe, type Me } from '../../core/account/operations.ts'
import { actAsMe } from '../../core/pipeline/operations.ts'
import { isOn, textOf, type Command, misused } from '../command.ts'
import { doing } from './doing.ts'
import { flag, list } from './flags.ts'
import { momentText } from '../ui/time.ts'

const left = ({ limit, remaining, resetAt }: Me['rateLimits']['minute']): string =>
  `${remaining} of ${limit}, anew ${momentText(resetAt)}`

const centsText = (cents: number): string => `$${(cents / 100).toFixed(2)}`

const me: Command = {
  name: 'me',
  about: 'Show who you are and what remains of your limits.',
  operation: 'me.get',
  options: [{ flags: '--zone <zone>', about: 'Set the zone of your dates over HTTP: Europe/Berlin.' }],
  examples: ['crm me', 'crm me --json tier,rateLimits', 'crm me --zone Europe/Berlin'],
  async run({ client, options, out }) {
    const timeZone = textOf(options, 'zone')
    if (timeZone !== undefined) await client.call(actAsMe, { action: 'time-zone', timeZone })
    const me = await client.call(getMe, {})
    const { budgetCents, usedCentsThisMonth } = me.ai
    out.record(me, [
      ['id', me.id],
      ['name', me.name],
      ['email', me.email],
      ['tier', me.tier],
      ['time zone', me.timeZone],
      ['token', me.token.name && `${me.token.name} (${me.token.scope})`],
      ['jobs', String(me.pipeline.total)],
      ['this minute', left(me.rateLimits.minute)],
      ['this month', left(me.rateLimits.month)],
      [
        'AI budget',
        `${centsText(budgetCents)} left; models cost ${centsText(usedCentsThisMonth)} this month`,
      ],
    ])
  },
}

const mood = doing({
  name: 'mood',
  about: 'Record how the search feels today.',
  op: actAsMe,
  args: [{ name: 'mood', about: 'In your own words: hopeful, tired, 4/5.' }],
  flags: [flag('--labels <list>', 'Labels: interviews,sleep.', list), flag('--note <text>', 'Details.')],
  examples: ['crm me mood hopeful --note "two answers in one day"'],
  input: ({ args: [mood] }, _, said) => ({
    action: 'mood-check-in',
    mood: mood?.trim() || misused('Name a mood: crm me mood hopeful'),
    ...said,
  }),
  would: ({ mood }) => `Would record: ${String(mood)}.`,
  said: (_, __, { mood }) => `Noted: ${String(mood)}.`,
})

const exportCommand: Command = {
  name: 'export',
  about: 'Export everything crm stores about you as JSON, without secrets.',
  operation: exportData.name,
  args: [{ name: 'file?', about: 'The file (default, and for -: stdout).' }],
  options: [{ flags: '--force', about: 'Overwrite an existing file.' }],
  fields: ['file', 'rows'],
  examples: ['crm me export everything.json', 'crm me export | jq ".tables | keys"'],
  async run({ args: [file = '-'], options, client, out }) {
    const text = await client.call(exportData, {})
    if (file === '-') return out.pieces(text)
    const { saveFile } = await import('./save-file.ts')
    let rows = 0
    const counted = async function* () {
      let end = ''
      for await (const piece of text) {
        // Each row starts a new line.
        rows += (end + piece).split('\n{').length - 1
        end = piece.slice(-1)
        yield piece
      }
    }
    await saveFile(file, counted(), isOn(options, 'force'))
    out.done({ file, rows }, `Wrote ${several(rows, 'row')} to ${file}.`)
  },
}

export const commands: Command[] = [me, exportCommand, mood]
