// A call of an operation as code, from its example: curl, TypeScript and Python.
import { EXAMPLE_ID, type OpenApiOperation, type Parameter } from './operation-object.ts'

interface Call {
  method: string
  address: string
  headers: Record<string, string>
  body: unknown
}

const CREDENTIALS: Readonly<Record<string, [header: string, start: string, variable: string]>> = {
  extensionToken: ['Authorization', 'Bearer ', 'CRM_TOKEN'],
  intelligenceKey: ['Authorization', 'Bearer ', 'CRM_INTELLIGENCE_KEY'],
  session: ['Cookie', 'sb-access-token=', 'CRM_SESSION'],
}

const filled = ({ name, example = EXAMPLE_ID }: Parameter): string =>
  encodeURIComponent(name === 'id' ? EXAMPLE_ID : String(example))

function callOf(method: string, path: string, op: OpenApiOperation, parameters: readonly Parameter[]): Call {
  const inPath = parameters.filter(({ in: place }) => place === 'path')
  const query = parameters.filter(({ in: place, required }) => place === 'query' && required)
  const search = query.map((each) => `${each.name}=${filled(each)}`).join('&')
  const address = inPath.reduce((text, each) => text.replace(`{${each.name}}`, filled(each)), path)
  const content = op.requestBody?.content
  const json = content?.['application/json']
  return {
    method,
    address: search ? `${address}?${search}` : address,
    headers: json ? { 'Content-Type': 'application/json' } : {},
    body: json?.example,
  }
}

export function snippetsOf(
  method: string,
  path: string,
  op: OpenApiOperation,
  parameters: readonly Parameter[],
) {
  const call = callOf(method, path, op, parameters)
  const [scheme] = Object.keys((op.security ?? [{ extensionToken: [] }])[0] ?? {})
  const credential = scheme ? CREDENTIALS[scheme] : undefined
  return [
    { language: 'curl', code: asCurl(call, credential) },
    { language: 'TypeScript', code: asTypeScript(call, credential) },
    { language: 'Python', code: asPython(call, credential) },
  ]
}

type Credential = (typeof CREDENTIALS)[string] | undefined

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function asCurl({ method, address, headers, body }: Call, credential: Credential): string {
  const [name, start, variable] = credential ?? []
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$CRM_URL${address}"`,
    ...(credential ? [`-H "${name}: ${start}$${variable}"`] : []),
    ...Object.entries(headers).map(([header, value]) => `-H ${quoted(`${header}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

function asTypeScript({ method, address, headers, body }: Call, credential: Credential): string {
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

function asPython({ method, address, headers, body }: Call, credential: Credential): string {
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

function pythonOf(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}: ${pythonOf(each)}`)
    .join(', ')}}`
}
