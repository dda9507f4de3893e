// MCP resources: records that a user can add to a conversation by URI.
import { must } from '../../core/kernel/narrow.ts'
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { asCrmError, KINDS, problem, quietly } from '../../core/kernel/errors.ts'
import type { Scope } from '../../core/kernel/scope.ts'
import type { ForeignText } from './foreign-text.ts'
import { subscribe, unsubscribe, type ChangeFilter } from './subscriptions.ts'
import { answered, invalidParams, rpcError, type MethodHandler, type Reply, type Caller } from './method.ts'
import type { ToolContext } from './tool.ts'
import { ErrorCode } from './message.ts'
import { InputRequired, type Round } from './protocol.ts'

/** A text of the server that clients read as a resource, such as a skill or the page of an app. */
export interface Document {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  text: string
}

/** A resource; with `{id}` in its URI, a template for many. */
export interface Resource extends Omit<Document, 'mimeType' | 'text'> {
  access: Scope
  /** The media type of the content; Markdown by default. */
  mimeType?: string
  read(ctx: ToolContext, id: string): Promise<string | Uint8Array>
  /** The changes that alter a followed resource. Looks up the record first. */
  watch?(ctx: ToolContext, id: string): Promise<ChangeFilter>
  complete?(ctx: ToolContext, text: string): Promise<string[]>
}

const MIME = 'text/markdown'
const SLOT = '{id}'

function idIn({ uri }: Resource, address: string): string | undefined {
  const [front = '', end] = uri.split(SLOT)
  if (end === undefined) return address === uri ? '' : undefined
  const fits = address.startsWith(front) && address.endsWith(end)
  const id = fits ? address.slice(front.length, address.length - end.length) : ''
  return id && !id.includes('/') ? (quietly(() => decodeURIComponent(id)) ?? id) : undefined
}

export function resourceAt(resources: readonly Resource[], uri: string): [Resource, string] | undefined {
  for (const each of resources) {
    const id = idIn(each, uri)
    if (id !== undefined) return [each, id]
  }
  return undefined
}

const shown = (
  { uri, name, title, description, mimeType = MIME }: Resource | Document,
  key: 'uri' | 'uriTemplate',
) => ({ [key]: uri, name, title, description, mimeType })

/** `listed` and `unlisted` are the server's own texts, which everybody may read. */
export function resourceMethods(
  resources: readonly Resource[],
  listed: readonly Document[] = [],
  unlisted: readonly Document[] = [],
): Record<string, MethodHandler> {
  const found = (caller: Caller, wanted: boolean) =>
    resources.filter((one) => one.uri.includes(SLOT) === wanted && caller.allows(one.access))
  const documents = new Map([...listed, ...unlisted].map((one) => [one.uri, one]))
  return {
    'resources/list': (_, caller) =>
      answered({ resources: [...found(caller, false), ...listed].map((one) => shown(one, 'uri')) }),
    'resources/templates/list': (_, caller) =>
      answered({ resourceTemplates: found(caller, true).map((one) => shown(one, 'uriTemplate')) }),
    'resources/read': (request, caller, round) => {
      const document = documents.get(String(request.params?.['uri']))
      if (!document) return read(resources, request, caller, round)
      const { uri, mimeType, text } = document
      return answered({ contents: [{ uri, mimeType, text }] })
    },
    'resources/subscribe': (request, caller) => follow(resources, request, caller),
    'resources/unsubscribe': ({ params }, { following }) => {
      if (following) unsubscribe(following, String(params?.['uri']))
      return answered({})
    },
  }
}

async function about(
  resources: readonly Resource[],
  { params }: JSONRPCRequest,
  caller: Caller,
  { verb, notFound = NOT_FOUND, round }: { verb: string; notFound?: number; round?: Round | undefined },
  answer: (ctx: ToolContext, resource: Resource, uri: string) => Promise<object>,
): Promise<Reply> {
  const uri = params?.['uri']
  if (typeof uri !== 'string') return invalidParams(['uri'], caller.requestId)
  const [found] = resourceAt(resources, uri) ?? []
  const data = { uri: uri.slice(0, 300), request_id: caller.requestId }
  const available = resources.map((one) => one.uri)
  if (!found) return rpcError(notFound, 'There is no such resource.', { ...data, available })
  if (!caller.allows(found.access)) return rpcError(KINDS.forbidden.rpc, caller.wayTo([found.access]), data)
  let foreign: ForeignText | undefined
  try {
    const ctx = await caller.ctx(`${verb} ${found.name}`, { uri }, { round })
    foreign = ctx.foreign
    return answered(await answer(ctx, found, uri))
  } catch (thrown) {
    if (thrown instanceof InputRequired) throw thrown
    const error = asCrmError(thrown)
    const code = error.kind === 'not_found' || error.kind === 'usage' ? notFound : KINDS[error.kind].rpc
    const message = foreign?.mark(error.message) ?? error.message
    const reply = rpcError(code, message, { ...data, code: error.code })
    return error.kind === 'limited' && caller.hasStatus ? { ...reply, refused: error } : reply
  }
}

/** The error code for a missing resource before 2026-07-28. */
const NOT_FOUND = -32002

const read = (resources: readonly Resource[], request: JSONRPCRequest, caller: Caller, round?: Round) => {
  const how = { verb: 'resource', notFound: round ? ErrorCode.InvalidParams : NOT_FOUND, round }
  return about(resources, request, caller, how, async (ctx, resource, uri) => {
    const text = await resource.read(ctx, must(idIn(resource, uri)))
    const content = typeof text === 'string' ? ctx.foreign.mark(text) : text
    const body =
      typeof content === 'string' ? { text: content } : { blob: Buffer.from(content).toString('base64') }
    return { contents: [{ uri, mimeType: resource.mimeType ?? MIME, ...body }] }
  })
}

const follow = (resources: readonly Resource[], request: JSONRPCRequest, caller: Caller): Promise<Reply> =>
  about(resources, request, caller, { verb: 'subscription' }, async (ctx, resource, uri) => {
    const { following } = caller
    if (!following)
      throw problem('failed', { problem: 'Begin with initialize: a session follows resources.' })
    if (!resource.watch) throw problem('failed', { problem: 'This resource does not tell when it changes.' })
    const watching = await resource.watch(ctx, must(idIn(resource, uri)))
    if (!(await subscribe(following, ctx, uri, watching)))
      throw problem('failed', { problem: 'You follow 200 resources. Unsubscribe from some first.' })
    return {}
  })
