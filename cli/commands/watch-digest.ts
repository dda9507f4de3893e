// `crm watch digest`: new postings by e-mail.
import { changeDigest, getDigest } from '../../core/watch/operations.ts'
import type { Digest } from '../../core/watch/digest.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { asWord, textOf, type Command } from '../command.ts'
import { localZone } from './inputs.ts'

function sentence({ every, nextAt, timeZone, to, problem }: Digest): string {
  if (!every || !nextAt) return 'New postings do not come by e-mail. Have them: crm watch digest daily'
  const next = showInstant(nextAt, new Date(), timeZone ?? localZone())
  return [`New postings come ${every} ${to ? `to ${to}` : 'by e-mail'}, next ${next} (${timeZone}).`, problem]
    .filter(Boolean)
    .join(' ')
}

export const digestCommand: Command = {
  name: 'digest',
  about: 'Have new postings come by e-mail: daily, weekly, or off.',
  operation: 'watch.digest',
  args: [{ name: 'every?', about: 'daily, weekly or off; without it, what is set.' }],
  options: [{ flags: '--zone <zone>', about: 'Your time zone (default: that of this machine).' }],
  examples: ['crm watch digest', 'crm watch digest weekly', 'crm watch digest daily --zone Europe/Berlin'],
  async run({ args, options, client, out }) {
    const [every] = args
    const timeZone = textOf(options, 'zone') ?? localZone()
    const digest = every
      ? await client.call(changeDigest, { every: asWord<'daily'>(every), timeZone })
      : await client.call(getDigest, {})
    out.done(digest, sentence(digest))
  },
}
