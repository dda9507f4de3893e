// A user with one row of every kind, and any operation sent as that user over HTTP.
import { inject } from 'vitest'
import type { Config } from '../../core/config.ts'
import { transaction } from '../../core/database/transaction.ts'
import { addKey } from '../../core/identity/operations.ts'
import { signSession, startSession } from '../../core/identity/sessions.ts'
import type { Principal } from '../../core/kernel/context.ts'
import { familyOf, type Tier } from '../../core/kernel/family.ts'
import { newId } from '../../core/kernel/id.ts'
import { routeOf, pathParameters, type Operation } from '../../core/kernel/operation.ts'
import { insertGrant } from '../../core/oauth/store.ts'
import { operationNamed, operations } from '../../core/operations.ts'
import type { Answer, TestGateway } from '../gateway/harness.ts'
import { as, call, type TestCore } from '../harness.ts'
import { billingConfig } from '../stripe/config.ts'
import { dataOf } from './answers.ts'
import { before, nounOf, sampleOf, type Ids } from './samples.ts'

type Headers = Record<string, string>

function boardsPlace() {
  const [host = '', port] = inject('boardsAddress').split(':')
  return { host, port: Number(port) }
}

/** The gateway configuration that the samples need. */
export const SAMPLE_CONFIG: Partial<Config> = {
  allowPrivateHosts: ['127.0.0.1'],
  hostMap: { '*.greenhouse.io': boardsPlace() },
  openaiBaseUrl: inject('modelUrl'),
  ...billingConfig({ url: inject('stripeUrl') }),
  ...{ aiProvider: 'openai', aiKey: 'sample', aiModel: 'stub:normal', aiBaseUrl: inject('modelUrl') },
}

/** The user's own provider key, for operations that call a model. */
const OWN_MODEL = { 'x-ai-provider': 'openai', 'x-user-api-key': 'sample' }

export interface World {
  principal: Principal
  token: string
  cookie: string
  ids: Ids
  /** The headers with the right credential for an operation. */
  credential(op: Operation): Headers
  /** Sends an operation as this user, with its sample input by default. */
  send(op: Operation, input?: Record<string, unknown>, headers?: Headers): Promise<Answer>
}

/** The cookie of a new session. */
export async function sessionOf(core: TestCore, principal: Principal): Promise<string> {
  const session = await transaction(as(core, principal), (tx) => startSession(tx, principal.userId))
  const { token } = await signSession(core.services, principal.userId, session)
  return `sb-access-token=${token}`
}

/** A new intelligence key on the user's plan. */
async function keyOf(core: TestCore, principal: Principal): Promise<string> {
  const { key } = await call(addKey, as(core, principal), { name: 'test' })
  return String(key)
}

const queryOf = (fields: [string, unknown][]): string =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString()

/** The HTTP request of an operation with this input, without a credential. */
function requestOf(op: Operation, input: Record<string, unknown>) {
  const { method, path } = routeOf(op)
  const slots = pathParameters(path)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.entries(input).filter(([name]) => !slots.includes(name))
  if (method === 'GET' || method === 'DELETE')
    return { method, path: rest.length ? `${filled}?${queryOf(rest)}` : filled, body: undefined }
  return { method, path: filled, body: JSON.stringify(Object.fromEntries(rest)) }
}

/** Sends an operation with only these headers. */
export function sendPlain(
  gateway: TestGateway,
  op: Operation,
  input: Record<string, unknown>,
  headers: Headers,
): Promise<Answer> {
  const { method, path, body } = requestOf(op, input)
  return gateway.request(method, path, {
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  })
}

/** A user without any rows. */
export async function aStranger(
  gateway: TestGateway,
  role: { tier?: Tier; admin?: boolean; scope?: 'read-only' | 'read-write' } = {},
): Promise<World> {
  const { principal, token } = await gateway.caller(role)
  const cookie = await sessionOf(gateway.core, principal)
  const ids: Ids = {}
  const key = await keyOf(gateway.core, principal)
  const credentials = {
    token: { authorization: `Bearer ${token}` },
    key: { authorization: `Bearer ${key}` },
    session: { cookie },
  }
  const credential = (op: Operation): Headers => ({
    ...credentials[familyOf(op).credential],
    ...(familyOf(op).name === 'assistants' && OWN_MODEL),
  })
  return {
    principal,
    token,
    cookie,
    ids,
    credential,
    send: (op, input = sampleOf(op, ids), headers = {}) =>
      sendPlain(gateway, op, input, { ...credential(op), ...headers }),
  }
}

/** Inserts an OAuth grant, which is created on a page and not by an operation. */
async function grantOf({ services: { sql } }: TestCore, { userId }: Principal): Promise<string> {
  const id = newId()
  await insertGrant(sql, userId, {
    ...{
      id,
      clientId: 'client',
      clientName: 'Host',
      scope: 'read-only',
      resource: 'https://crm.example/api/mcp',
    },
    ...{ createdAt: new Date().toISOString(), lastUsedAt: null, revokedAt: null },
  })
  return id
}

const creates = (op: Operation): boolean =>
  op.status === 201 && op.access !== 'public' && !routeOf(op).path.includes(':')

/** A user (an administrator by default) for whom every creating operation has run once. */
export async function aWorld(
  gateway: TestGateway,
  role: { admin?: boolean } = { admin: true },
): Promise<World> {
  const world = await aStranger(gateway, role)
  for (const op of operations.filter(creates)) {
    if (familyOf(op).name === 'admin' && !role.admin) continue
    const answer = await world.send(op)
    const { status, text } = answer
    if (status !== 201)
      throw new Error(`${op.name} refused its sample: ${text} Add what its schema cannot say to samples.ts.`)
    world.ids[nounOf(op)] ??= dataOf(answer).id as string
  }
  world.ids['twins'] = dataOf(await world.send(operationNamed('contacts.create')!)).id as string
  world.ids['jobTwins'] = dataOf(await world.send(operationNamed('jobs.create')!)).id as string
  world.ids['grants'] = await grantOf(gateway.core, world.principal)
  await world.send(operationNamed('calendar.rotateFeed')!)
  world.ids['inbox'] = dataOf(await world.send(operationNamed('inbox.scan')!)).messages[0]
    .proposals[0] as string
  world.ids['accounts'] = dataOf(await world.send(operationNamed('inbox.addAccount')!)).id as string
  // Created by an event, not by an operation.
  await world.send(operationNamed('contacts.update')!)
  const { deliveries } = dataOf(await world.send(operationNamed('deliveries.list')!)) as {
    deliveries: { id: string }[]
  }
  world.ids['deliveries'] = deliveries[0]!.id
  await world.send(operationNamed('jobs.keep')!)
  await world.send(operationNamed('watch.run')!, {})
  const { postings } = dataOf(await world.send(operationNamed('watched.list')!)) as {
    postings: { id: string }[]
  }
  world.ids['watched'] = postings[0]!.id
  world.ids['audit'] = await changeOf(gateway, world, 'activities.create')
  return world
}

/** Runs the operations that must precede the sample of this one. */
export async function ready(world: World, op: Operation): Promise<World> {
  for (const name of before(op)) {
    const earlier = operationNamed(name)!
    const answer = await world.send(earlier)
    if (answer.status >= 300) throw new Error(`${name} refused its sample before ${op.name}: ${answer.text}`)
    if (name === 'billing.buy-boost')
      world.ids['billing'] = dataOf(await world.send(operationNamed('billing.purchases')!)).purchases[0].id
  }
  return world
}

/** The audited change of an operation for this user. */
async function changeOf({ core }: TestGateway, { principal }: World, operation: string): Promise<string> {
  const [row] = await core.services.sql<{ id: string }[]>`
    select id from audit_log where user_id = ${principal.userId} and operation = ${operation}`
  return row!.id
}

/** Every row of this user, by table, without columns that a read may change. */
export async function rowsOf(
  { services: { sql } }: TestCore,
  userId: string,
): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' order by 1`
  const entries = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql<{ row: string }[]>`
        select (to_jsonb(t) - 'last_used_at')::text as row from ${sql(name)} t where user_id = ${userId} order by 1`
      return [name, rows.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(entries)
}
