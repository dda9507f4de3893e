// A valid input for each operation: generated from its schema, plus values that a schema cannot express.
import { inject } from 'vitest'
import { newId } from '../../core/kernel/id.ts'
import { familyOf } from '../../core/kernel/family.ts'
import { jsonSchemaOf, type JsonSchema } from '../../core/kernel/json-schema.ts'
import type { Operation } from '../../core/kernel/operation.ts'

/** The ids of one user's rows, by noun: `{ jobs, contacts, … }`. */
export type Ids = Record<string, string>

type Input = Record<string, unknown>

/** Input values that an operation's schema cannot express. */
const BESIDES: Record<string, (ids: Ids) => Input> = {
  'inbox.scan': () => ({
    messages: [
      {
        source: `From: Globex Careers <careers@globex.example>\r\nMessage-ID: <${newId()}@globex.example>\r\nSubject: Application received\r\n\r\nWe have received your application for the Chef position.\r\n`,
      },
    ],
  }),
  'inbox.addAccount': () => ({ address: 'imaps://me@mail.example.com', secret: 'an app password' }),
  'inbox.removeAccount': ({ accounts }) => ({ id: accounts }),
  'inbox.acceptMany': ({ inbox }) => ({ ids: [inbox] }),
  'inbox.rejectMany': ({ inbox }) => ({ ids: [inbox] }),
  'watched.acceptMany': ({ watched }) => ({ ids: [watched] }),
  'watched.dismissMany': ({ watched }) => ({ ids: [watched] }),
  'contacts.create': ({ jobs }) => ({ jobIds: [jobs] }),
  'activities.create': ({ jobs, contacts }) => ({ title: 'Talked', jobId: jobs, contactId: contacts }),
  'calendar.create': ({ jobs, contacts }) => ({
    startsAt: '2031-05-06T07:08:09Z',
    type: 'interview',
    jobId: jobs,
    contactId: contacts,
  }),
  'offers.create': ({ jobs }) => ({
    jobId: jobs,
    base: { amount: 185_000, currency: 'USD', period: 'year' },
  }),
  'offers.import': ({ jobs }) => ({
    offers: [{ jobId: jobs, base: { amount: 190_000, currency: 'USD', period: 'year' } }],
  }),
  'offers.update': () => ({ level: `L${newId()}` }),
  'offers.compare': ({ offers }) => ({ ids: [offers] }),
  'offers.round': () => ({ by: 'me', terms: { note: 'Thank you; I will answer by Friday.' } }),
  // Nothing listens there: a test delivery fails immediately, without a DNS query.
  'webhooks.create': () => ({ url: 'http://127.0.0.1:9/hook', events: ['*'] }),
  'calendar.rotateFeed': () => ({ name: 'Interviews' }),
  // Another title each time: what changes nothing leaves no record.
  'activities.update': () => ({ title: `Talked ${newId()}` }),
  'calendar.update': () => ({ notes: 'Changed.' }),
  'watch.create': () => ({ board: `greenhouse:${newId()}` }),
  'watch.find': () => ({ board: 'greenhouse:violet' }),
  'webhooks.replay': () => ({ since: '2020-01-01T00:00:00.000Z' }),
  'webhooks.rotate': () => ({ secret: 'a secret of one’s own' }),
  'jobs.import': () => ({
    rows: [{ values: { Company: newId(), 'Job Title': 'Chef' } }],
    timeZone: 'Europe/Berlin',
  }),
  'contacts.import': () => ({ rows: [{ values: { Name: newId() } }], timeZone: 'UTC' }),
  'activities.import': () => ({
    rows: [{ values: { Date: '2026-03-01', Title: newId() } }],
    timeZone: 'UTC',
  }),
  'calendar.import': () => ({
    rows: [{ values: { Title: newId(), Start: '2026-03-01T10:00:00Z' } }],
    timeZone: 'UTC',
  }),
  'audit.undo': ({ audit }) => ({ id: audit }),
  'scout.act': () => ({ action: 'saveJob', params: { company: 'Acme', role: newId() } }),
  'scout.chat': () => ({ messages: [{ role: 'user', content: 'What is next?' }] }),
  'postings.fetch': () => ({ url: `${inject('modelUrl')}/page` }),
  'jobs.update': () => ({ notes: 'Changed.' }),
  'jobs.done': () => ({ note: 'They answer by Friday.', nextStep: 'Ask for a date' }),
  'jobs.move': ({ jobs }) => ({ jobIds: [jobs], status: 'offer' }),
  'jobs.updateMany': ({ jobs }) => ({ jobIds: [jobs], change: { notes: `Changed ${newId()}.` } }),
  'jobs.deleteMany': ({ jobs }) => ({ jobIds: [jobs] }),
  'jobs.merge': ({ jobTwins = newId() }) => ({ from: jobTwins }),
  'jobs.status': () => ({ status: 'offer', note: 'Called.' }),
  // Other notes each time: what changes nothing leaves no record.
  'contacts.update': () => ({ notes: `Changed ${newId()}.` }),
  'contacts.merge': ({ twins = newId() }) => ({ from: twins }),
  'billing.subscribe': () => ({ plan: 'pro-monthly', paymentMethodId: 'pm_card_visa' }),
  'billing.change': () => ({ plan: 'ultra-monthly' }),
  'billing.preview': () => ({ plan: 'ultra-monthly' }),
  'billing.card': () => ({ paymentMethodId: 'pm_card_mastercard' }),
  'billing.buy-prep-pack': ({ jobs }) => ({ jobId: jobs }),
  'billing.buy-salary-playbook': ({ jobs }) => ({ jobId: jobs, offerAmount: 120_000 }),
  'billing.buy-resume-tailor': () => ({
    experience: [{ company: 'Acme', role: 'Chef' }],
    skills: ['Baking'],
  }),
  'billing.buy-cover-letter': () => ({ profile: { name: 'Ada', skills: ['Baking'] } }),
  'analysis.negotiation': () => ({ base: 65_000 }),
  'tokens.create': () => ({ scope: 'jobs:write' }),
  'users.createToken': () => ({ scope: 'read-only' }),
  'users.update': () => ({ tier: 'pro' }),
  'companies.get': () => ({ slug: 'google' }),
  'companies.compare': () => ({ from: 'google', to: 'meta' }),
  'skills.get': () => ({ slug: 'machine-learning' }),
  'reports.annual': () => ({ year: '2024' }),
}

/** Names in the shipped catalogue. */
const CATALOGUED: Input = {
  role: 'electrician',
  city: 'boise-city-id',
  data_point_id: 'comp:electrician:boise-city-id:base:2025-Q2',
}

const pick = (from: Input, names: string[]): Input =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

const FORMATS: Record<string, () => string> = {
  email: () => `${newId()}@example.com`,
  uuid: newId,
  'date-time': () => '2031-05-06T07:08:09.000Z',
  uri: () => 'https://hooks.example.com/x',
}

/** A minimal value for a schema. */
function min(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const variants = schema.anyOf ?? (schema['oneOf'] as JsonSchema[] | undefined)
  if (variants) return min(variants.find(({ type }) => type !== 'null') ?? {})
  if (schema.type === 'object') return leastObject(schema)
  if (schema.type === 'array')
    return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => min(schema.items ?? {}))
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  return FORMATS[schema.format ?? '']?.() ?? 'violet staple 42'.padEnd(schema.minLength ?? 0, '.')
}

const leastObject = ({ properties = {}, required = [] }: JsonSchema): Input =>
  Object.fromEntries(required.map((name) => [name, min(properties[name] ?? {})]))

/** Needs an external server or a second user; these have their own tests. */
export const reachesOutside = (op: Operation): boolean => ['seat.take', 'seat.leave'].includes(op.name)

const SUBSCRIBED = ['billing.subscribe']

/** Operations that must run first. */
const BEFORE: Record<string, string[]> = {
  'billing.preview': SUBSCRIBED,
  'billing.change': SUBSCRIBED,
  'billing.cancel': SUBSCRIBED,
  'billing.reactivate': [...SUBSCRIBED, 'billing.cancel'],
  'billing.card': SUBSCRIBED,
  'billing.refund': SUBSCRIBED,
  'billing.portal': SUBSCRIBED,
  'billing.purchase': [...SUBSCRIBED, 'billing.buy-boost'],
  'billing.buy-boost': SUBSCRIBED,
  'billing.buy-prep-pack': SUBSCRIBED,
  'billing.buy-resume-tailor': SUBSCRIBED,
  'billing.buy-cover-letter': SUBSCRIBED,
  'billing.buy-salary-playbook': SUBSCRIBED,
}

/** The operations whose samples run first. */
export const before = (op: Operation): readonly string[] => BEFORE[op.name] ?? []

/** The noun of an operation: `jobs` of `jobs.update`. */
export const nounOf = (op: Operation): string => op.name.split('.')[0]!

/** A valid input for this operation from the user with these rows. */
export function sampleOf(op: Operation, ids: Ids): Input {
  const input = min(jsonSchemaOf(op.input(), 'input')) as Input
  const known = familyOf(op).name === 'intelligence' ? pick(CATALOGUED, Object.keys(input)) : {}
  return { ...input, ...known, ...('id' in input && { id: ids[nounOf(op)] }), ...BESIDES[op.name]?.(ids) }
}

/** The nouns that the fields of an input refer to. */
const REFERENCES: Record<string, string> = {
  jobId: 'jobs',
  jobIds: 'jobs',
  contactId: 'contacts',
  webhookId: 'webhooks',
}

/** The input fields of an operation that name rows: `{ id: 'jobs', contactId: 'contacts' }`. */
export function referencesOf(op: Operation): Record<string, string> {
  const schema = jsonSchemaOf(op.input(), 'input')
  const variants = schema.anyOf ?? (schema['oneOf'] as JsonSchema[] | undefined) ?? [schema]
  const properties = variants.flatMap((variant) => Object.keys(variant.properties ?? {}))
  const named = properties.flatMap((name) => (REFERENCES[name] ? [[name, REFERENCES[name]] as const] : []))
  return { ...(properties.includes('id') && { id: nounOf(op) }), ...Object.fromEntries(named) }
}
