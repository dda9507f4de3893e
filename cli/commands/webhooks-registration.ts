// `crm webhooks list|add|rm|test|rotate|enable|disable`.
import type { Subscription } from '../../core/webhooks/events.ts'
import type { WebhookWithHealth } from '../../core/webhooks/health.ts'
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from '../../core/webhooks/operations.ts'
import { fail, KINDS } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import { isOn, textOf, type Command, type Run, wordsOf } from '../command.ts'
import { isDryRun, removal } from './agreement.ts'
import { idColumn, timeColumn, type Column, type Paint } from '../ui/table.ts'
import { readMinutes } from '../../core/reading/durations.ts'
import { secretIn } from './upload.ts'
import { listing } from './listing.ts'
import { everyPage } from './pages.ts'
import { oneOf } from './references.ts'

const WHICH = { name: 'webhook', about: 'Id, short id, or part of the address.' }

const PAINTS: Record<WebhookWithHealth['health']['state'], Paint> = {
  unused: 'dim',
  healthy: 'green',
  failing: 'yellow',
  disabled: 'red',
}

const COLUMNS: Column<WebhookWithHealth>[] = [
  idColumn(),
  { title: 'URL', value: ({ url }) => url, minWidth: 20, yields: 1, paint: () => 'bold' },
  { title: 'EVENTS', value: ({ events }) => events.join(','), minWidth: 10, yields: 2 },
  { title: 'STATE', value: ({ health }) => health.state, paint: ({ health }) => PAINTS[health.state] },
  { title: 'WAITING', value: ({ health }) => String(health.pending + health.held), yields: 5 },
  timeColumn('LAST', ({ health }) => health.lastDeliveredAt, { yields: 6 }),
  { title: 'WHY', value: ({ disabledReason }) => disabledReason, yields: 4 },
  timeColumn('MADE', ({ createdAt }) => createdAt, { yields: 3 }),
]

export async function findWebhook(client: Client, text: string): Promise<WebhookWithHealth> {
  const { webhooks } = await everyPage(true, 'webhooks', (more) => client.call(listWebhooks, more))
  return oneOf(text, webhooks, ({ url }) => [url], 'webhook', 'crm webhooks list')
}

const secretOf = async (call: Run): Promise<string | undefined> =>
  isOn(call.options, 'secretStdin') ? secretIn(call) : undefined

const list = listing({
  operation: listWebhooks.name,
  read: (client, input) => client.call(listWebhooks, input),
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

const remove = removal({
  name: 'rm',
  about: 'Remove a webhook.',
  operation: removeWebhook.name,
  args: [WHICH],
  examples: ['crm webhooks rm example.com --yes'],
  find: findWebhook,
  act: ({ url }) => `remove ${url}`,
  nothing: 'removed',
  remove: (client, { id }) => client.call(removeWebhook, { id }),
  said: ({ url }) => `Removed ${url}.`,
})

const test: Command = {
  name: 'test',
  about: 'Deliver a test event to a webhook now.',
  operation: 'webhooks.test',
  args: [WHICH],
  examples: ['crm webhooks test example.com'],
  async run({ args, client, out }) {
    const { id, url } = await findWebhook(client, args[0] ?? '')
    const result = await client.call(testWebhook, { id })
    const response = result.status === null ? 'no response' : `HTTP ${result.status}`
    const verdict = result.delivered ? 'accepted the event' : 'did not accept the event'
    out.done(result, `${url} ${verdict}: ${response} after ${result.durationMs} ms.`)
    return result.delivered ? 0 : KINDS.internal.exit
  },
}

const rotate: Command = {
  name: 'rotate',
  about: 'Replace the signing secret. The old one stays valid for a day.',
  operation: 'webhooks.rotate',
  args: [WHICH],
  options: [
    {
      flags: '--overlap <duration>',
      about: 'How long the old secret stays valid (default 24h; 0 for not at all).',
    },
    { flags: '--secret-stdin', about: 'Read the signing secret from stdin (default: generated).' },
  ],
  examples: ['crm webhooks rotate example.com', 'crm webhooks rotate example.com --overlap 2h'],
  async run(call) {
    const { args, options, client, out } = call
    const { id, url } = await findWebhook(client, args[0] ?? '')
    const overlapHours = hoursOf(textOf(options, 'overlap'))
    const secret = await secretOf(call)
    const made = await client.call(rotateSecret, { id, secret, overlapHours })
    const until = made.previousSecretUntil
    out.note(
      `Replaced the secret of ${url}. ${until ? `The old one signs as well until ${until}.` : 'The old one is worth nothing now.'}`,
    )
    if (secret !== undefined && !out.json) return
    out.note('This is the only time the new secret is shown:')
    out.done(made, made.secret)
  },
}

function hoursOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (text === '0') return 0
  const minutes = readMinutes(text)
  if (minutes === null)
    return fail('usage', { problem: `--overlap: “${text}” is not a duration. Try: 2h, 24h, 0` })
  return minutes / 60
}

const enable: Command = {
  name: 'enable',
  about: 'Enable a webhook again, and send its held deliveries.',
  operation: 'webhooks.update',
  args: [WHICH],
  examples: ['crm webhooks enable example.com'],
  async run({ args, client, out }) {
    const { id, url, health } = await findWebhook(client, args[0] ?? '')
    const after = await client.call(updateWebhook, { id, disabled: false })
    const held = health.held ? ` What was held is on its way: ${health.held}.` : ''
    out.done(after, `Enabled ${url}.${held}`)
    if (health.state === 'disabled')
      out.note(`To send what happened meanwhile: crm webhooks replay ${shortId(id)} --since <date>`)
  },
}

const disable: Command = {
  name: 'disable',
  about: 'Disable a webhook; pending deliveries are held until it is enabled again.',
  operation: 'webhooks.update',
  args: [WHICH],
  examples: ['crm webhooks disable example.com'],
  async run({ args, client, out }) {
    const { id, url } = await findWebhook(client, args[0] ?? '')
    out.done(await client.call(updateWebhook, { id, disabled: true }), `Disabled ${url}.`)
  },
}

export const registrationCommands = [list, add, remove, test, rotate, enable, disable]
