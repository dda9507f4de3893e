// `crm webhooks …`: addresses that are told of changes.
import { addWebhook, listWebhooks, removeWebhook, testWebhook } from '../../core/webhooks/operations.ts'
import type { Subscription } from '../../core/webhooks/events.ts'
import type { Webhook } from '../../core/webhooks/registration.ts'
import { fail, KINDS } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import { isOn, textOf, type Command, type Group } from '../command.ts'
import { agoOf } from '../ui/time.ts'
import type { Column } from '../ui/table.ts'
import { words } from './inputs.ts'
import { readUpload } from './upload.ts'
import { everyPage, limitOf, PAGE_OPTIONS, wantsAll } from './pages.ts'
import { onlyOne } from './references.ts'

const WHICH = { name: 'webhook', about: 'Id, short id, or part of the address.' }

const columns = (now: number): Column<Webhook>[] => [
  { title: 'ID', value: ({ id }) => shortId(id), plain: ({ id }) => id, paint: () => 'dim' },
  { title: 'URL', value: ({ url }) => url, least: 20, yields: 1, paint: () => 'bold' },
  { title: 'EVENTS', value: ({ events }) => events.join(','), least: 10, yields: 2 },
  {
    title: 'STATE',
    value: ({ disabledAt }) => (disabledAt ? 'disabled' : 'active'),
    paint: ({ disabledAt }) => (disabledAt ? 'red' : 'green'),
  },
  { title: 'WHY', value: ({ disabledReason }) => disabledReason, yields: 4 },
  {
    title: 'MADE',
    value: ({ createdAt }) => agoOf(createdAt, now),
    plain: ({ createdAt }) => createdAt,
    yields: 3,
  },
]

async function findWebhook(client: Client, text: string): Promise<Webhook & { name: string }> {
  const { webhooks } = await everyPage(true, 'webhooks', (more) => client.call(listWebhooks, more))
  const wanted = text.trim().toLowerCase()
  const fitting = webhooks.filter(
    ({ id, url }) => wanted && (id.endsWith(wanted) || url.toLowerCase().includes(wanted)),
  )
  const named = fitting.map((webhook) => ({ ...webhook, name: webhook.url }))
  return onlyOne(text, named, () =>
    fail('webhook_not_found', { id: text }, { hint: 'crm webhooks list shows what is there.' }),
  )
}

const list: Command = {
  name: 'list',
  about: 'List your webhooks, newest first.',
  operation: 'webhooks.list',
  options: PAGE_OPTIONS,
  examples: ['crm webhooks list', 'crm webhooks list --json id,url,events'],
  async run({ options, client, out }) {
    const limit = limitOf(options)
    const page = await everyPage(wantsAll(options), 'webhooks', (more) =>
      client.call(listWebhooks, { limit, ...more }),
    )
    const empty = 'No webhooks yet. Add one: crm webhooks add https://example.com/hook --events job.created'
    out.list(page, page.webhooks, columns(Date.now()), empty)
  },
}

const add: Command = {
  name: 'add',
  about: 'Register an address. Its signing secret is shown this once.',
  operation: 'webhooks.create',
  args: [{ name: 'url', about: 'A public http or https address.' }],
  options: [
    { flags: '--events <list>', about: 'job.created,offer.received,…; all unless given.' },
    { flags: '--secret-stdin', about: 'Sign with the secret on stdin; one is made otherwise.' },
  ],
  dryRun: true,
  examples: [
    'crm webhooks add https://example.com/hook --events offer.received',
    'pass hook | crm webhooks add https://example.com/hook --secret-stdin',
  ],
  async run({ args, options, client, out }) {
    const events = (words(textOf(options, 'events')) ?? ['*']) as Subscription[]
    const input = { url: args[0] ?? '', events }
    if (isOn(options, 'dryRun')) return out.done(input, `Would tell ${input.url} of ${events.join(', ')}.`)
    const secret = isOn(options, 'secretStdin') ? readUpload('-').replace(/\r?\n$/, '') : undefined
    const made = await client.call(addWebhook, { ...input, secret })
    out.note(`Registered ${made.url} (${shortId(made.id)}) for ${made.events.join(', ')}.`)
    if (secret !== undefined && !out.json) return
    out.note('This is the only time its secret is shown:')
    out.done(made, made.secret)
  },
}

const remove: Command = {
  name: 'rm',
  about: 'Remove a webhook.',
  operation: 'webhooks.delete',
  destructive: true,
  args: [WHICH],
  examples: ['crm webhooks rm example.com --yes'],
  async run({ args, options, client, out }) {
    const webhook = await findWebhook(client, args[0] ?? '')
    if (isOn(options, 'dryRun')) return out.done(webhookOf(webhook), `Would remove ${webhook.url}.`)
    if (!isOn(options, 'yes') && !(await out.confirm(`Remove ${webhook.url}?`)))
      return out.note('Nothing was removed.')
    out.done(await client.call(removeWebhook, { id: webhook.id }), `Removed ${webhook.url}.`)
  },
}

const webhookOf = ({ name: _, ...webhook }: Webhook & { name: string }): Webhook => webhook

const test: Command = {
  name: 'test',
  about: 'Deliver a test event to a webhook now.',
  operation: 'webhooks.test',
  args: [WHICH],
  examples: ['crm webhooks test example.com'],
  async run({ args, client, out }) {
    const { id, url } = await findWebhook(client, args[0] ?? '')
    const trial = await client.call(testWebhook, { id })
    const answer = trial.status === null ? 'no answer' : `HTTP ${trial.status}`
    const verdict = trial.delivered ? 'took it' : 'did not take it'
    out.done(trial, `${url} ${verdict}: ${answer} after ${trial.durationMs} ms.`)
    return trial.delivered ? 0 : KINDS.internal.exit
  },
}

export const group: Group = {
  name: 'webhooks',
  about: 'Addresses that are told of changes.',
  commands: [list, add, remove, test],
}
