// A host of either generation of the official clients, with the same few words for both.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  ElicitRequestSchema,
  ResourceUpdatedNotificationSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js'
import { Client as NextClient, type McpSubscription } from '@modelcontextprotocol/client'

/** What a person says to a question. */
export type Said = { action: 'accept'; content: { confirm: boolean } } | { action: 'decline' | 'cancel' }

interface CallOptions {
  onprogress?: (progress: { progress: number }) => void
  signal?: AbortSignal
}

export interface Host {
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<CallToolResult>
  follow(uri: string): Promise<unknown>
  unfollow(uri: string): Promise<unknown>
  /** The addresses of the resources that it was told of, in order. */
  told: string[]
  close(): Promise<void>
}

type Asked = (question: string) => Promise<Said>

const INFO = { name: 'host', version: '1' }
const CAPABILITIES = { capabilities: { elicitation: {} } }

/** The generations, the second in both of its eras, each connecting a host over a transport of its own. */
export const GENERATIONS = ['1', '2', '2026-07-28'] as const
export type Generation = (typeof GENERATIONS)[number]

/** Makes a host; `asked` answers its questions. `connect` gets the client of the generation. */
export async function hostOf(
  generation: Generation,
  asked: Asked,
  connect: { 1: (client: Client) => Promise<void>; 2: (client: NextClient) => Promise<void> },
): Promise<Host> {
  const told: string[] = []
  if (generation === '1') {
    const client = new Client(INFO, CAPABILITIES)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => asked(params.message))
    client.setNotificationHandler(
      ResourceUpdatedNotificationSchema,
      ({ params }) => void told.push(params.uri),
    )
    await connect[1](client)
    return {
      told,
      call: async (name, args, options) =>
        (await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult,
      follow: (uri) => client.subscribeResource({ uri }),
      unfollow: (uri) => client.unsubscribeResource({ uri }),
      close: () => client.close(),
    }
  }
  const isModern = generation === '2026-07-28'
  const mode = isModern ? { pin: generation } : 'legacy'
  const client = new NextClient(INFO, { ...CAPABILITIES, versionNegotiation: { mode } })
  client.setRequestHandler('elicitation/create', ({ params }) => asked(params.message))
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri))
  await connect[2](client)
  const streams = new Map<string, McpSubscription>()
  return {
    told,
    call: async (name, args, options) =>
      (await client.callTool({ name, arguments: args }, options)) as CallToolResult,
    follow: async (uri) =>
      isModern
        ? streams.set(uri, await client.listen({ resourceSubscriptions: [uri] }))
        : client.subscribeResource({ uri }),
    unfollow: (uri) => streams.get(uri)?.close() ?? client.unsubscribeResource({ uri }),
    close: () => client.close(),
  }
}

/** Waits until it holds, however slow the machine is. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let left = 600; left > 0; left -= 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('This does not become true within half a minute.')
}

/** A person who answers when it is time to. */
export function person() {
  const asked: string[] = []
  let answer: (said: Said) => void = () => {}
  return {
    asked,
    says: (said: Said) => answer(said),
    hears: (question: string): Promise<Said> => {
      asked.push(question)
      return new Promise((resolve) => (answer = resolve))
    },
  }
}
