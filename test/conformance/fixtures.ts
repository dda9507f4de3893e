// The tools, resources and prompts that the conformance suite expects, on our endpoint.
import type { CallToolResult, PromptMessage } from '@modelcontextprotocol/sdk/types.js'
import { isRecord } from '../../core/kernel/narrow.ts'
import { lazySchema } from '../../core/kernel/schema.ts'
import { type EndpointDefinition, toolList } from '../../gateway/mcp/endpoint.ts'
import { answered, type MethodHandler } from '../../gateway/mcp/method.ts'
import type { ToolContext, Tool } from '../../gateway/mcp/tool.ts'
import { InputRequired, StateRefused, type Round } from '../../gateway/mcp/protocol.ts'
import type { Prompt } from '../../gateway/mcp/prompt.ts'
import type { Resource } from '../../gateway/mcp/resource.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const Anything = lazySchema((z) => z.looseObject({}))
const Output = lazySchema((z) => z.looseObject({ summary: z.string() }))
const text = (words: string) => ({ type: 'text' as const, text: words })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Respond = (ctx: ToolContext, args: Record<string, unknown>) => Promise<CallToolResult>

const tool = (name: string, respond: Respond, input = Anything): Tool => ({
  name,
  title: name,
  description: `Fixture ${name}.`,
  effect: 'read',
  access: 'pipeline:read',
  input,
  output: Output,
  run: () => Promise.reject(new Error('It responds.')),
  respond,
})

const says =
  (...content: CallToolResult['content']): Respond =>
  async () => ({ content })

const embedded = (uri: string, mimeType: string, words: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
})

async function logs({ channel, round }: ToolContext): Promise<CallToolResult> {
  if (round && round.logLevel === undefined) return { content: [text('Logged nothing.')] }
  for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    channel?.notify('notifications/message', { level: 'info', data })
    await rest(50)
  }
  return { content: [text('Logged.')] }
}

async function progresses({ channel, progressToken }: ToolContext): Promise<CallToolResult> {
  for (const progress of [0, 50, 100]) {
    channel?.notify('notifications/progress', { progressToken, progress, total: 100 })
    await rest(50)
  }
  return { content: [text('Done.')] }
}

async function samples(
  { channel }: ToolContext,
  { prompt }: Record<string, unknown>,
): Promise<CallToolResult> {
  const messages = [{ role: 'user', content: text(String(prompt)) }]
  const { result } = (await channel?.request('sampling/createMessage', { messages, maxTokens: 100 })) ?? {}
  const { text: words } = (result?.['content'] ?? {}) as { text?: string }
  return { content: [text(`LLM response: ${words ?? 'none'}`)] }
}

const asks =
  (properties: object, message = 'Please answer', required: string[] = []): Respond =>
  async ({ channel }, args) => {
    const schema = { type: 'object', properties, ...(required.length && { required }) }
    const params = { message: String(args['message'] ?? message), requestedSchema: schema }
    const { result } = (await channel?.request('elicitation/create', params)) ?? {}
    const { action, content } = (result ?? {}) as { action?: string; content?: unknown }
    return {
      content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)],
    }
  }

const field = (about: object) => ({ type: 'string', ...about })

type Questions = ConstructorParameters<typeof InputRequired>[0]

const form = (message: string, properties: object) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties } },
})
const sampling = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text('What is the capital of France?') }], maxTokens: 100 },
}
const roots = { method: 'roots/list', params: {} }
const nameForm = form('What is your name?', { name: field({}) })

/** What a client of 2026-07-28 answered; ends the call by asking until all of it is there. `state` is what must come back. */
function answersTo(round: Round | undefined, questions: Questions, state?: string): Round['responses'] {
  if (!round) throw new Error('This is a fixture of 2026-07-28.')
  if (state !== undefined && round.state !== undefined && round.state !== state) throw new StateRefused()
  const { responses } = round
  if (!Object.keys(questions).every((name) => isRecord(responses[name])) || round.state !== state)
    throw new InputRequired(questions, state)
  return responses
}

const asksByResult =
  (questions: Questions, state?: string): Respond =>
  async ({ round }) => ({
    content: [text(`state-ok ${JSON.stringify(answersTo(round, questions, state))}`)],
  })

/** Asks for a name, then for a colour. */
async function asksTwice({ round }: ToolContext): Promise<CallToolResult> {
  const steps: [Questions, string][] = [
    [{ step1: nameForm }, 'one'],
    [{ step2: form('Your colour?', { color: field({}) }) }, 'two'],
  ]
  const [questions, state] = steps[round?.state === undefined ? 0 : 1]!
  if (round?.state === 'one') throw new InputRequired(questions, state)
  return asksByResult(questions, state)({ round } as ToolContext, {})
}

/** Asks only for what the client can answer. */
const asksWhatItCan: Respond = async ({ round }) => {
  const questions = { sampled: sampling, form: nameForm }
  const { sampled, form: formed } = questions
  const { sampling: canSample, elicitation } = round?.capabilities ?? {}
  return asksByResult({
    ...(canSample !== undefined && { sampled }),
    ...(elicitation !== undefined && { formed }),
  })({ round } as ToolContext, {})
}

const options = ['option1', 'option2', 'option3']
const titled = [1, 2, 3].map((n) => ({ const: `value${n}`, title: `Option ${n}` }))

const TOOLS: readonly Tool[] = [
  tool('test_simple_text', says(text('This is a simple text response for testing.'))),
  tool('test_image_content', says(image)),
  tool('test_audio_content', says({ type: 'audio', data: WAV, mimeType: 'audio/wav' })),
  tool(
    'test_embedded_resource',
    says(embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  ),
  tool(
    'test_multiple_content_types',
    says(
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ),
  ),
  tool('test_tool_with_logging', logs),
  tool('test_error_handling', async () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  })),
  tool('test_tool_with_progress', progresses),
  tool('test_reconnection', says(text('Answered in one piece: there was no stream to lose.'))),
  tool('test_logging_tool', logs),
  tool('test_missing_capability', asksByResult({ sampled: sampling })),
  tool('test_streaming_elicitation', asksByResult({ user_name: nameForm })),
  tool('test_input_required_result_elicitation', asksByResult({ user_name: nameForm })),
  tool('test_input_required_result_sampling', asksByResult({ capital_question: sampling })),
  tool('test_input_required_result_list_roots', asksByResult({ client_roots: roots })),
  tool('test_input_required_result_request_state', asksByResult({ confirm: nameForm }, 'sealed')),
  tool('test_input_required_result_tampered_state', asksByResult({ confirm: nameForm }, 'sealed')),
  tool(
    'test_input_required_result_multiple_inputs',
    asksByResult({ user_name: nameForm, greeting: sampling, client_roots: roots }, 'sealed'),
  ),
  tool('test_input_required_result_multi_round', asksTwice),
  tool('test_input_required_result_capabilities', asksWhatItCan),
  tool('test_sampling', samples),
  tool(
    'test_elicitation',
    asks({ username: field({}), email: field({}) }, 'Please answer', ['username', 'email']),
  ),
  tool(
    'test_elicitation_sep1034_defaults',
    asks({
      name: field({ default: 'John Doe' }),
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: field({ enum: ['active', 'inactive', 'pending'], default: 'active' }),
      verified: { type: 'boolean', default: true },
    }),
  ),
  tool(
    'test_elicitation_sep1330_enums',
    asks({
      untitledSingle: field({ enum: options }),
      titledSingle: field({ oneOf: titled }),
      legacyEnum: field({ enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] }),
      untitledMulti: { type: 'array', items: field({ enum: options }) },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    }),
  ),
]

/** Schema keywords that our own tools never use, which must reach the client unchanged. */
const RAW = {
  name: 'json_schema_2020_12_tool',
  description: 'Fixture with JSON Schema 2020-12 features.',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { type: 'object', properties: { street: field({}), city: field({}) } } },
    properties: { name: field({}), address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  },
}

/** The endpoint's tool list, plus the tool with a handwritten schema. */
const listWithRaw: MethodHandler = async (request, caller) => {
  const { result = '' } = await toolList(fixtures)(request, caller)
  return answered({ tools: [...(JSON.parse(result) as { tools: object[] }).tools, RAW] })
}

const resource = (uri: string, mimeType: string, read: Resource['read']): Resource => ({
  uri,
  name: uri,
  title: uri,
  description: `Fixture ${uri}.`,
  access: 'pipeline:read',
  mimeType,
  read,
})

const RESOURCES: readonly Resource[] = [
  resource(
    'test://static-text',
    'text/plain',
    async () => 'This is the content of the static text resource.',
  ),
  resource('test://static-binary', 'image/png', async () => Buffer.from(PNG, 'base64')),
  resource('test://template/{id}/data', 'application/json', async (_, id) =>
    JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  ),
  resource('test://watched-resource', 'text/plain', async () => 'Watched resource content'),
]

const fromUser = (content: PromptMessage['content']): PromptMessage => ({ role: 'user', content })
const prompt = (name: string, says: Prompt['text'], args: string[] = []): Prompt => ({
  name,
  title: name,
  description: `Fixture ${name}.`,
  ...(args.length && { arguments: args.map((each) => ({ name: each, description: each, required: true })) }),
  text: says,
})

const PROMPTS: readonly Prompt[] = [
  prompt('test_simple_prompt', () => 'This is a simple prompt for testing.'),
  prompt(
    'test_prompt_with_arguments',
    ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
    ['arg1', 'arg2'],
  ),
  prompt(
    'test_prompt_with_embedded_resource',
    ({ resourceUri }) => [
      fromUser(
        embedded(
          (resourceUri ?? '').replace(/<[^>]*>/g, ''),
          'text/plain',
          'Embedded resource content for testing.',
        ),
      ),
      fromUser(text('Please process the embedded resource above.')),
    ],
    ['resourceUri'],
  ),
  prompt('test_input_required_result_prompt', (_, round) => {
    const asked = { user_context: form('What context should the prompt use?', { context: field({}) }) }
    return `Context: ${JSON.stringify(answersTo(round, asked))}`
  }),
  prompt('test_prompt_with_image', () => [
    fromUser(image),
    fromUser(text('Please analyze the image above.')),
  ]),
]

/** The fixtures of the suite. */
export const fixtures: EndpointDefinition = {
  serverInfo: { name: 'crm-conformance', version: '1' },
  instructions: () => 'Fixtures of the conformance suite.',
  tools: TOOLS,
  next: () => undefined,
  resources: RESOURCES,
  prompts: PROMPTS,
  besides: {
    capabilities: { logging: {}, resources: { subscribe: true } },
    methods: {
      ...Object.fromEntries(
        ['logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'].map((name) => [
          name,
          () => answered({}),
        ]),
      ),
      'tools/list': listWithRaw,
    },
  },
}
