// The OpenAPI document as an HTML page without scripts or external requests.
import { recordOf, must } from '../../core/kernel/narrow.ts'
import { escapeHtml } from '../../core/kernel/escape-html.ts'
import { page } from '../settings/html.ts'
import type { OpenApi } from './document.ts'
import { type Parameter, type Reference, EXAMPLE_ID } from './operation-object.ts'
import type { JsonSchema } from '../../core/kernel/json-schema.ts'

const escape = (text: unknown): string => escapeHtml(String(text))

export interface GuideSection {
  page: string
  heading: string
}

/** The reference. With `words`, only the routes whose path, summary or fields have them all, and the sections of guides that do. */
export function referencePage(
  document: OpenApi,
  origin: string,
  words: readonly string[] = [],
  guides: readonly GuideSection[] = [],
): string {
  const tags = document.tags
    .map(({ name, description }) => ({
      name,
      description,
      routes: routesOf(document, name).filter((each) => words.every((word) => textOf(each).includes(word))),
    }))
    .filter(({ routes }) => routes.length > 0)
  const body = `<header><h1>crm API reference</h1><p>Version ${escape(document.info['version'])}. The same as a machine reads it: <a href="/openapi.json">/openapi.json</a>.</p>
<p>Make a token with <code>crm tokens create --name demo --scope read-write</code>, then:</p>
<pre>export CRM_URL=${escape(origin)}
curl -H "Authorization: Bearer $CRM_TOKEN" $CRM_URL/api/mcp/jobs</pre>
<p>What applies to all routes: <a href="/docs/api">/docs/api</a>. For models: <a href="/llms.txt">/llms.txt</a>.</p>
<form role="search"><label>Find routes and guides <input type="search" name="q" value="${escape(words.join(' '))}"></label> <button>Find</button></form></header>
<main>${words.length > 0 ? found(tags, guides) : ''}<nav aria-label="Routes">${tags.map(({ name, routes }) => `<h2>${escape(name)}</h2><ul>${routes.map(link).join('')}</ul>`).join('')}</nav>
${tags.map(({ name, description, routes }) => `<section><h2>${escape(name)}</h2><p>${escape(description)}</p>${routes.map((each) => route(document, each)).join('')}</section>`).join('')}</main>`
  return page('crm API reference', { html: body })
}

function found(tags: readonly { routes: Route[] }[], guides: readonly GuideSection[]): string {
  const count = tags.reduce((sum, { routes }) => sum + routes.length, 0)
  const list = guides.map(
    ({ page, heading }) => `<li><a href="/docs/${page}">${escape(page)}</a>: ${escape(heading)}</li>`,
  )
  return `<p role="status">${count} routes and ${guides.length} sections of guides have these words. <a href="/docs">Show everything</a>.</p>${list.length ? `<ul>${list.join('')}</ul>` : ''}`
}

type Route = ReturnType<typeof routesOf>[number]

const routesOf = (document: OpenApi, tag: string) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, op]) => op.tags.includes(tag))
      .map(([method, op]) => ({ method: method.toUpperCase(), path, op })),
  )

const textOf = ({ method, path, op }: Route): string =>
  [method, path, op.summary, ...op.tags, JSON.stringify([op.parameters, op.requestBody])]
    .join(' ')
    .toLowerCase()

const link = ({ method, path, op }: Route): string =>
  `<li><a href="#${escape(op.operationId)}"><code>${method} ${escape(path)}</code></a></li>`

function route(document: OpenApi, one: Route): string {
  const { method, path, op } = one
  const parameters = (op.parameters ?? []).map((each) => resolved(document, each))
  const schema = op.requestBody?.content['application/json']?.schema
  return `<article id="${escape(op.operationId)}"><h3><b>${method}</b> <code>${escape(path)}</code></h3><p class="why">${escape(op.summary)}</p>
${rows(parameters.map((each) => parameterRow(document, each)))}${rows(schema ? bodyRows(document, resolved(document, schema)) : [])}${examples(document, one, parameters)}</article>`
}

function examples(document: OpenApi, one: Route, parameters: readonly Parameter[]): string {
  const call = callOf(one, parameters)
  const answer = Object.values(one.op.responses)
    .map((response) => exampleIn(resolved(document, response)))
    .find((example) => example !== undefined)
  const shown = Object.entries(LANGUAGES).map(
    ([language, written]) => `<h4>${language}</h4><pre>${escape(written(call))}</pre>`,
  )
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer, null, 1)
  return `<details><summary>Example</summary>${shown.join('')}${text === undefined ? '' : `<h4>Answer</h4><pre>${escape(text)}</pre>`}</details>`
}

const exampleIn = (response: unknown): unknown =>
  recordOf(Object.values(recordOf(recordOf(response)['content']))[0])['example']

/** Resolves a reference to its target, which has the same type; returns anything else unchanged. */
function resolved<T extends object>(document: OpenApi, thing: T | Reference): T {
  // Only a reference has the field.
  if (!('$ref' in thing) || typeof thing.$ref !== 'string') return thing as T
  const [, , kind, name] = thing.$ref.split('/')
  return {
    // The reference has the type of its target.
    ...(must(document.components[must(kind)])[must(name)] as T),
    ...thing,
  }
}

const rows = (cells: string[][]): string =>
  cells.length
    ? `<div class="scroll"><table><thead><tr><th>Field</th><th>In</th><th>Type</th><th></th></tr></thead><tbody>${cells
        .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
        .join('')}</tbody></table></div>`
    : ''

const parameterRow = (document: OpenApi, p: Parameter): string[] => [
  `<code>${escape(p.name)}</code>${p.required ? ' *' : ''}`,
  p.in,
  escape(typeOf(document, p.schema)),
  escape(p.description ?? ''),
]

const bodyRows = (document: OpenApi, schema: JsonSchema): string[][] =>
  Object.entries(schema.properties ?? {}).map(([name, field]) => [
    `<code>${escape(name)}</code>${schema.required?.includes(name) ? ' *' : ''}`,
    'body',
    escape(typeOf(document, field)),
    escape(field.description ?? ''),
  ])

function typeOf(document: OpenApi, given: JsonSchema): string {
  const schema = resolved<JsonSchema>(document, given)
  if (schema.enum) return schema.enum.join(' | ')
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(document, each)).join(' | ')
  if (schema.type === 'array') return `array of ${typeOf(document, schema.items ?? {})}`
  const bound = schema.maxLength ? ` ≤ ${schema.maxLength}` : ''
  return `${schema.format ?? schema.type ?? 'any'}${bound}`
}

export function referenceMarkdown(document: OpenApi): string {
  const sections = document.tags.map(({ name, description }) => {
    const routes = routesOf(document, name).map(
      ({ method, path, op }) => `- \`${method} ${path}\`: ${op.summary}`,
    )
    return `## ${name}\n\n${description}\n\n${routes.join('\n')}`
  })
  return `# crm API reference\n\nVersion ${String(document.info['version'])}. Schemas and examples: /openapi.json. What applies to all routes: /docs/api.md.\n\n${sections.join('\n\n')}\n`
}

// A call of an operation as code, from its example: curl, TypeScript and Python.

const CREDENTIALS: Readonly<Record<string, [header: string, start: string, variable: string]>> = {
  extensionToken: ['Authorization', 'Bearer ', 'CRM_TOKEN'],
  intelligenceKey: ['Authorization', 'Bearer ', 'CRM_INTELLIGENCE_KEY'],
  session: ['Cookie', 'sb-access-token=', 'CRM_SESSION'],
}

const filled = ({ name, example = EXAMPLE_ID }: Parameter): string =>
  encodeURIComponent(name === 'id' ? EXAMPLE_ID : String(example))

type Call = ReturnType<typeof callOf>

function callOf({ method, path, op }: Route, parameters: readonly Parameter[]) {
  const inPath = parameters.filter(({ in: place }) => place === 'path')
  const query = parameters.filter(({ in: place, required }) => place === 'query' && required)
  const search = query.map((each) => `${each.name}=${filled(each)}`).join('&')
  const place = inPath.reduce((text, each) => text.replace(`{${each.name}}`, filled(each)), path)
  const address = search ? `${place}?${search}` : place
  const json = op.requestBody?.content['application/json']
  const headers: Record<string, string> = json ? { 'Content-Type': 'application/json' } : {}
  const [scheme = ''] = Object.keys((op.security ?? [{ extensionToken: [] }])[0] ?? {})
  return { method, address, headers, body: json?.example, credential: CREDENTIALS[scheme] }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function asCurl({ method, address, headers, body, credential }: Call): string {
  const [name, start, variable] = credential ?? []
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$CRM_URL${address}"`,
    ...(credential ? [`-H "${name}: ${start}$${variable}"`] : []),
    ...Object.entries(headers).map(([header, value]) => `-H ${quoted(`${header}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

function asTypeScript({ method, address, headers, body, credential }: Call): string {
  const [name, start, variable] = credential ?? []
  const entries = [
    ...(credential ? [`${name}: \`${start}\${process.env.${variable}}\``] : []),
    ...Object.entries(headers).map(([header, value]) => `'${header}': '${value}'`),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(entries.length ? [`headers: { ${entries.join(', ')} }`] : []),
    ...(body === undefined
      ? []
      : [`body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')})`]),
  ]
  const url = `\`\${process.env.CRM_URL}${address}\``
  const asked = options.length ? `fetch(${url}, {\n  ${options.join(',\n  ')},\n})` : `fetch(${url})`
  return `const response = await ${asked}\nconsole.log(response.status, await response.text())`
}

function asPython({ method, address, headers, body, credential }: Call): string {
  const [name, start, variable] = credential ?? []
  const entries = credential ? [`"${name}": f"${start}{os.environ['${variable}']}"`] : []
  const more = Object.entries(headers)
    .filter(() => body === undefined)
    .map(([header, value]) => `"${header}": "${value}"`)
  const options = [
    ...([...entries, ...more].length ? [`headers={${[...entries, ...more].join(', ')}}`] : []),
    ...(body === undefined ? [] : [`json=${pythonOf(body)}`]),
  ]
  const rest = options.length ? `,\n    ${options.join(',\n    ')},\n` : ''
  return `import os, requests\nresponse = requests.${method.toLowerCase()}(f"{os.environ['CRM_URL']}${address}"${rest})\nprint(response.status_code, response.text)`
}

const LANGUAGES = { curl: asCurl, TypeScript: asTypeScript, Python: asPython }

function pythonOf(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}: ${pythonOf(each)}`)
    .join(', ')}}`
}
