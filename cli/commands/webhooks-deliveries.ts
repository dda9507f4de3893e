// `crm webhooks deliveries|delivery|replay`.
import type { Delivery, DeliveryInFull } from '../../core/webhooks/delivery.ts'
import { listDeliveries, replayDelivery, replayEvents, showDelivery } from '../../core/webhooks/operations.ts'
import { isId, shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import { isOn, textOf, type Command } from '../command.ts'
import { matching } from '../../core/references/match.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { idColumn, timeColumn, type Column, type Paint } from '../ui/table.ts'
import { day, flag, fieldsIn, list as listed } from './flags.ts'
import { localZone, readDate, readDateOption } from './inputs.ts'
import { everyPage, limitOf, PAGE_OPTIONS, wantsAll } from './pages.ts'
import { oneOf } from './references.ts'
import { findWebhook } from './webhooks-registration.ts'

const PAINTS: Record<Delivery['status'], Paint> = {
  pending: 'yellow',
  delivered: 'green',
  failed: 'red',
  held: 'dim',
}

const when = (iso: string): string => showInstant(iso, new Date(), localZone())
const answerOf = (status: number | null, attempts: number): string | null =>
  attempts === 0 ? null : status === null ? 'no response' : `HTTP ${status}`

const COLUMNS: Column<Delivery>[] = [
  idColumn(),
  { title: 'EVENT', value: ({ event }) => event, minWidth: 12, paint: () => 'bold' },
  { title: 'STATUS', value: ({ status }) => status, paint: ({ status }) => PAINTS[status] },
  {
    title: 'ANSWER',
    value: ({ responseStatus, attempts }) => answerOf(responseStatus, attempts),
    plain: ({ responseStatus }) => responseStatus && String(responseStatus),
    yields: 3,
  },
  { title: 'TRIES', value: ({ attempts }) => String(attempts), yields: 4 },
  timeColumn('NEXT', ({ nextAttemptAt }) => nextAttemptAt, { yields: 5 }, when),
  {
    ...{ title: 'WEBHOOK', value: ({ webhookId }) => shortId(webhookId), yields: 6 },
    plain: ({ webhookId }) => webhookId,
  },
  timeColumn('HAPPENED', ({ createdAt }) => createdAt, { yields: 2 }, when),
]

const FILTERS = [
  flag('--status <list>', 'pending, delivered, failed, held.', listed),
  flag('--event <list>', 'job.created, offer.received, …', listed),
  flag('--since <date>', 'Events since: -1h, yesterday, 2026-03-01.', day('behind')),
  flag('--until <date>', 'Events before.', day('behind')),
]

const list: Command = {
  name: 'deliveries',
  about: 'List deliveries, newest first; they are kept for 30 days.',
  operation: 'deliveries.list',
  args: [{ name: 'webhook?', about: 'Only to this one: id, short id, or part of the address.' }],
  options: [...FILTERS, ...PAGE_OPTIONS],
  examples: [
    'crm webhooks deliveries --status failed,pending',
    'crm webhooks deliveries example.com --since -1h',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const input = {
      webhookId: args[0] === undefined ? undefined : (await findWebhook(client, args[0])).id,
      ...(await fieldsIn(call, FILTERS)),
      limit: limitOf(options),
    }
    const page = await everyPage(wantsAll(options), 'deliveries', (more) =>
      client.call(listDeliveries, { ...input, ...more }),
    )
    out.list(page, page.deliveries, COLUMNS, 'No deliveries. Send a test: crm webhooks test <webhook>')
  },
}

const SEARCHED_DELIVERIES = 1_000

async function findDelivery(client: Client, text: string): Promise<string> {
  const wanted = text.trim().toLowerCase()
  if (isId(wanted)) return wanted
  const one = (among: readonly { id: string }[]) =>
    oneOf(wanted, among, ({ id }) => [id], 'delivery', 'crm webhooks deliveries').id
  let cursor: string | undefined
  for (let seen = 0; seen < SEARCHED_DELIVERIES && wanted; seen += 100) {
    const page = await client.call(listDeliveries, { limit: 100, cursor })
    const found = matching(
      wanted,
      page.deliveries.map(({ id }) => ({ id, name: id })),
    )
    if (found.length) return one(found)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return one([])
}

const WHICH = { name: 'delivery', about: 'Id, or the short id that the list shows.' }

const show: Command = {
  name: 'delivery',
  about: 'Show a delivery: its payload, attempts and responses.',
  operation: 'deliveries.get',
  args: [WHICH],
  examples: ['crm webhooks delivery 1f2e3d4c', 'crm webhooks delivery 1f2e3d4c --json payload'],
  async run({ args, client, out }) {
    const delivery = await client.call(showDelivery, { id: await findDelivery(client, args[0] ?? '') })
    out.record(delivery, linesOf(delivery))
  },
}

const linesOf = (delivery: DeliveryInFull): (readonly [string, string | null])[] => [
  ['Delivery', delivery.id],
  ['Event', delivery.event],
  ['To', delivery.url],
  ['Status', delivery.status],
  ['Happened', when(delivery.createdAt)],
  ['Next attempt', delivery.nextAttemptAt && when(delivery.nextAttemptAt)],
  ...delivery.attemptLog.map(
    ({ number, at, responseStatus, durationMs, problem, responseBody }) =>
      [
        `Attempt ${number}`,
        `${when(at)}: ${problem ?? `HTTP ${responseStatus}`}, ${durationMs} ms${responseBody ? ` — ${responseBody.replace(/\s+/g, ' ').slice(0, 200)}` : ''}`,
      ] as const,
  ),
  ['Payload', delivery.payload],
]

const replay: Command = {
  name: 'replay',
  about: 'Send a delivery again; with --since, everything a webhook missed in that period.',
  operation: 'webhooks.replay',
  args: [{ name: 'which', about: 'A delivery; with --since a webhook.' }],
  options: [
    { flags: '--since <date>', about: 'Start of the period: -1h, yesterday, 2026-03-01.' },
    { flags: '--until <date>', about: 'End of the period (default: now).' },
    { flags: '--all', about: 'Include events that were delivered.' },
  ],
  dryRun: true,
  examples: ['crm webhooks replay 1f2e3d4c', 'crm webhooks replay example.com --since yesterday'],
  async run({ args, options, client, out }) {
    const since = textOf(options, 'since')
    if (since === undefined) {
      const id = await findDelivery(client, args[0] ?? '')
      if (isOn(options, 'dryRun')) return out.done({ id }, `Would send ${id} again.`)
      const delivery = await client.call(replayDelivery, { id })
      return out.done(delivery, `Sending ${delivery.event} (${shortId(id)}) again.`)
    }
    const { id, url } = await findWebhook(client, args[0] ?? '')
    const span = {
      since: await readDate('--since', since, 'behind'),
      until: await readDateOption('--until', textOf(options, 'until'), 'behind'),
      all: isOn(options, 'all') || undefined,
    }
    if (isOn(options, 'dryRun'))
      return out.done({ id, ...span }, `Would resend to ${url} the events missed since ${span.since}.`)
    const answer = await client.call(replayEvents, { id, ...span })
    out.done(
      answer,
      `${answer.replayed} ${answer.replayed === 1 ? 'event is' : 'events are'} on the way to ${url}.`,
    )
  },
}

export const deliveryCommands = [list, show, replay]
