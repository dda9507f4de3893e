// `crm webhooks …`.
import type { Subscription } from '../../core/webhooks/events.ts'
import type { WebhookWithHealth } from '../../core/webhooks/health.ts'
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  testWebhook,
  updateWebhook,
  listDeliveries,
  replayDelivery,
  replayEvents,
  showDelivery,
} from '../../core/webhooks/operations.ts'
import { KINDS } from '../../core/kernel/errors.ts'
import { shortId, isId } from '../../core/kernel/id.ts'
import { type Client, isOn, textOf, type Command, type Run, wordsOf, misused } from '../command.ts'
import { isDryRun } from './agreement.ts'
import { columnsOf } from '../ui/columns.ts'
import { timeColumn, type Line } from '../ui/table.ts'
import { momentText as when } from '../ui/time.ts'
import { readMinutes } from '../../core/reading/durations.ts'
import { secretIn } from './upload.ts'
import { listing } from './listing.ts'
import { oneOf } from './references.ts'
import { matching } from '../../core/references/match.ts'
import { doing, finderOf } from './doing.ts'
import { day, flag, list as listed, readDate, readDateOption } from './flags.ts'
import { listenCommand } from './webhooks-listen.ts'
import type { Delivery, DeliveryInFull } from '../../core/webhooks/webhook.ts'

const WHICH = { name: 'webhook', about: 'Id, short id, or part of the address.' }

const COLUMNS = columnsOf<WebhookWithHealth>({
  id: {},
  url: { minWidth: 20, yields: 1, paint: 'bold' },
  events: { value: ({ events }) => events.join(','), minWidth: 10, yields: 2 },
  state: {
    value: ({ health }) => health.state,
    paint: { unused: 'dim', healthy: 'green', failing: 'yellow', disabled: 'red' },
  },
  waiting: { value: ({ health }) => String(health.pending + health.held), yields: 5 },
  last: timeColumn('LAST', ({ health }) => health.lastDeliveredAt, { yields: 6 }),
  why: { value: ({ disabledReason }) => disabledReason, yields: 4 },
  createdAt: { title: 'MADE', yields: 3 },
})

const findWebhook = finderOf({
  ...{ op: listWebhooks, rows: 'webhooks', noun: 'webhook', list: 'crm webhooks list' },
  namesOf: ({ url }) => [url],
})

const secretOf = async (call: Run): Promise<string | undefined> =>
  isOn(call.options, 'secretStdin') ? secretIn(call) : undefined

const webhooks = listing({
  op: listWebhooks,
  noun: 'webhooks',
  about: 'List your webhooks, newest first.',
  examples: ['crm webhooks list', 'crm webhooks list --json id,url,events'],
  columns: () => COLUMNS,
  empty: 'No webhooks yet. Add one: crm webhooks add https://example.com/hook --events job.created',
})

const add: Command = {
  name: 'add',
  about: 'Register a webhook. Its signing secret is shown only once.',
  operation: 'webhooks.create',
  args: [{ name: 'url', about: 'A public http or https address.' }],
  options: [
    { flags: '--events <list>', about: 'job.created,offer.received,… (default: all).' },
    { flags: '--secret-stdin', about: 'Read the signing secret from stdin (default: generated).' },
  ],
  dryRun: true,
  examples: [
    'crm webhooks add https://example.com/hook --events offer.received',
    'pass hook | crm webhooks add https://example.com/hook --secret-stdin',
  ],
  async run(call) {
    const { args, options, client, out } = call
    const events = wordsOf<Subscription>(options, 'events') ?? ['*']
    const input = { url: args[0] ?? '', events }
    if (isDryRun(options, addWebhook, input))
      return out.done(input, `Would register ${input.url} for ${events.join(', ')}.`)
    const secret = await secretOf(call)
    const made = await client.call(addWebhook, { ...input, secret })
    out.note(`Registered ${made.url} (${shortId(made.id)}) for ${made.events.join(', ')}.`)
    if (secret !== undefined && !out.json) return
    out.note('This is the only time its secret is shown:')
    out.done(made, made.secret)
  },
}

const remove = doing({
  name: 'rm',
  about: 'Remove a webhook.',
  op: removeWebhook,
  args: [WHICH],
  examples: ['crm webhooks rm example.com --yes'],
  find: findWebhook,
  act: ({ url }) => `remove ${url}`,
  nothing: 'removed',
  said: (_, { url }) => `Removed ${url}.`,
})

const test = doing({
  name: 'test',
  about: 'Deliver a test event to a webhook now.',
  op: testWebhook,
  args: [WHICH],
  examples: ['crm webhooks test example.com'],
  find: findWebhook,
  said({ delivered, status, durationMs, problem }, { url }) {
    const verdict = delivered ? 'accepted the event' : 'did not accept the event'
    const answer = status === null ? (problem ?? 'No answer.') : `HTTP ${status}.`
    return `${url} ${verdict} (${durationMs} ms): ${answer}`
  },
  after: ({ delivered }) => (delivered ? 0 : KINDS.internal.exit),
})

const rotate = doing({
  name: 'rotate',
  about: 'Replace the signing secret. The old one stays valid for a day.',
  op: rotateSecret,
  args: [WHICH],
  options: [
    {
      flags: '--overlap <duration>',
      about: 'How long the old secret stays valid (default 24h; 0 ends it now).',
    },
    { flags: '--secret-stdin', about: 'Read the signing secret from stdin (default: generated).' },
  ],
  examples: ['crm webhooks rotate example.com', 'crm webhooks rotate example.com --overlap 2h'],
  find: findWebhook,
  input: async (call) => ({
    overlapHours: hoursOf(textOf(call.options, 'overlap')),
    secret: await secretOf(call),
  }),
  before: ({ previousSecretUntil: until }, { url }) =>
    `Replaced the secret of ${url}. ${until ? `The old one signs as well until ${until}.` : 'The old one is worth nothing now.'}`,
  after(made, _, { options, out }) {
    if (isOn(options, 'secretStdin') && !out.json) return
    out.note('This is the only time the new secret is shown:')
    out.done(made, made.secret)
  },
})

function hoursOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const minutes = text === '0' ? 0 : readMinutes(text)
  return (minutes ?? misused(`--overlap: “${text}” is not a duration. Try: 2h, 24h, 0`)) / 60
}

const enable = doing({
  name: 'enable',
  about: 'Enable a webhook again, and send its held deliveries.',
  op: updateWebhook,
  args: [WHICH],
  examples: ['crm webhooks enable example.com'],
  find: findWebhook,
  input: () => ({ disabled: false }),
  said: (_, { url, health }) =>
    `Enabled ${url}.${health.held ? ` What was held is on its way: ${health.held}.` : ''}`,
  after: (_, { id, health }, { out }) =>
    health.state === 'disabled' &&
    out.note(`To send what happened meanwhile: crm webhooks replay ${shortId(id)} --since <date>`),
})

const disable = doing({
  name: 'disable',
  about: 'Disable a webhook; pending deliveries are held until it is enabled again.',
  op: updateWebhook,
  args: [WHICH],
  examples: ['crm webhooks disable example.com'],
  find: findWebhook,
  input: () => ({ disabled: true }),
  said: (_, { url }) => `Disabled ${url}.`,
})

const DELIVERY_COLUMNS = columnsOf<Delivery>({
  id: {},
  event: { minWidth: 12, paint: 'bold' },
  status: { paint: { pending: 'yellow', delivered: 'green', failed: 'red', held: 'dim' } },
  answer: {
    value: ({ responseStatus: status, attempts }) =>
      attempts === 0 ? null : status === null ? 'no response' : `HTTP ${status}`,
    plain: ({ responseStatus }) => responseStatus && String(responseStatus),
    yields: 3,
  },
  attempts: { title: 'TRIES', yields: 4 },
  next: timeColumn('NEXT', ({ nextAttemptAt }) => nextAttemptAt, { yields: 5 }, when),
  webhookId: { yields: 6 },
  createdAt: { title: 'HAPPENED', value: ({ createdAt }) => when(createdAt), yields: 2 },
})

const deliveries = listing({
  name: 'deliveries',
  op: listDeliveries,
  noun: 'deliveries',
  about: 'List deliveries, newest first; they are kept for 30 days.',
  args: [{ name: 'webhook?', about: 'Only to this one: id, short id, or part of the address.' }],
  input: async ({ args: [webhook], client }) =>
    webhook === undefined ? {} : { webhookId: (await findWebhook(client, webhook)).id },
  flags: [
    flag('--status <list>', 'pending, delivered, failed, held.', listed),
    flag('--event <list>', 'job.created, offer.received, …', listed),
    flag('--since <date>', 'Events since: -1h, yesterday, 2026-03-01.', day('behind')),
    flag('--until <date>', 'Events before.', day('behind')),
  ],
  examples: [
    'crm webhooks deliveries --status failed,pending',
    'crm webhooks deliveries example.com --since -1h',
  ],
  columns: () => DELIVERY_COLUMNS,
  empty: 'No deliveries. Send a test: crm webhooks test <webhook>',
})

const SEARCHED_DELIVERIES = 1_000

async function findDelivery(client: Client, text: string): Promise<string> {
  const wanted = text.trim().toLowerCase()
  if (isId(wanted)) return wanted
  const one = (among: readonly { id: string }[]) =>
    oneOf(wanted, among, ({ id }) => [id], 'delivery', 'crm webhooks deliveries').id
  let cursor: string | undefined
  for (let seen = 0; seen < SEARCHED_DELIVERIES && wanted; seen += 100) {
    const page = await client.call(listDeliveries, { limit: 100, cursor })
    const among = page.deliveries.map(({ id }) => ({ id, name: id }))
    const found = matching(wanted, among)
    if (found.length) return one(found)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return one([])
}

const show = doing({
  name: 'delivery',
  about: 'Show a delivery: its payload, attempts and responses.',
  op: showDelivery,
  args: [{ name: 'delivery', about: 'Id, or the short id that the list shows.' }],
  examples: ['crm webhooks delivery 1f2e3d4c', 'crm webhooks delivery 1f2e3d4c --json payload'],
  find: async (client, text) => ({ id: await findDelivery(client, text) }),
  after(delivery, _, { out }) {
    out.record(delivery, [
      ['Delivery', delivery.id],
      ['Event', delivery.event],
      ['To', delivery.url],
      ['Status', delivery.status],
      ['Happened', when(delivery.createdAt)],
      ['Next attempt', delivery.nextAttemptAt && when(delivery.nextAttemptAt)],
      ...delivery.attemptLog.map(attemptLine),
      ['Payload', delivery.payload],
    ])
  },
})

function attemptLine(attempt: DeliveryInFull['attemptLog'][number]): Line {
  const { number, at, responseStatus, durationMs, problem, responseBody } = attempt
  const answer = responseBody ? ` — ${responseBody.replace(/\s+/g, ' ').slice(0, 200)}` : ''
  const outcome = problem?.replace(/\.$/, '') ?? `HTTP ${responseStatus}`
  return [`Attempt ${number}`, `${when(at)}: ${outcome}, ${durationMs} ms${answer}`]
}

const replay: Command = {
  name: 'replay',
  about: 'Send a delivery again; with --since, everything a webhook missed in that period.',
  operation: 'webhooks.replay',
  args: [{ name: 'which', about: 'A delivery; with --since a webhook.' }],
  options: [
    { flags: '--since <date>', about: 'Start of the period: -1h, yesterday, 2026-03-01.' },
    { flags: '--until <date>', about: 'End of the period (default: now).' },
    { flags: '--all', about: 'Include events that were already delivered.' },
  ],
  dryRun: true,
  examples: ['crm webhooks replay 1f2e3d4c', 'crm webhooks replay example.com --since yesterday'],
  async run({ args, options, client, out }) {
    const since = textOf(options, 'since')
    if (since === undefined) {
      const id = await findDelivery(client, args[0] ?? '')
      if (isOn(options, 'dryRun')) return out.done({ id }, `Would send ${id} again.`)
      const delivery = await client.call(replayDelivery, { id })
      const what = `${delivery.event} (${shortId(id)})`
      const waits = delivery.status === 'held' && `${what} waits until its webhook is enabled.`
      return out.done(delivery, waits || `Sending ${what} again.`)
    }
    const { id, url, disabledAt } = await findWebhook(client, args[0] ?? '')
    const span = {
      since: await readDate('--since', since, 'behind'),
      until: await readDateOption('--until', textOf(options, 'until'), 'behind'),
      all: isOn(options, 'all') || undefined,
    }
    if (isOn(options, 'dryRun'))
      return out.done({ id, ...span }, `Would resend to ${url} the events missed since ${span.since}.`)
    const answer = await client.call(replayEvents, { id, ...span })
    const where = disabledAt ? `held until you enable ${url}` : `on the way to ${url}`
    out.done(answer, `${answer.replayed} ${answer.replayed === 1 ? 'event is' : 'events are'} ${where}.`)
  },
}

export const commands: Command[] = [
  ...[webhooks, add, remove, test, rotate, enable, disable],
  ...[deliveries, show, replay, listenCommand],
]
