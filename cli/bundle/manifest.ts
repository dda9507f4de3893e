// The server's description in the bundle and in the registry entry.
import packageJson from '../../package.json' with { type: 'json' }
import { VERSION } from '../../core/version.ts'
import { PIPELINE_MCP, INTELLIGENCE_MCP } from '../../gateway/mcp/path.ts'
import { TOOLS } from '../../gateway/mcp/intelligence-tools.ts'
import { PIPELINE_TOOLS } from '../../gateway/mcp/pipeline/tools.ts'

const DESCRIPTION = 'Your job search: jobs, people, what happened, what comes next, and what work pays.'

/** manifest.json of an .mcpb file with the database for a computer (`darwin-arm64`), manifest version 0.3. */
export const bundleManifest = (entry: string, computer: string) => ({
  manifest_version: '0.3',
  name: 'crm',
  display_name: 'crm: your job search',
  version: VERSION,
  description: DESCRIPTION,
  author: { name: 'crm' },
  license: 'MIT',
  server: {
    type: 'node',
    entry_point: entry,
    mcp_config: {
      command: 'node',
      args: [`\${__dirname}/${entry}`],
      env: {
        CRM_SERVER: '${user_config.server}',
        CRM_TOKEN: '${user_config.token}',
        CRM_INTELLIGENCE_KEY: '${user_config.intelligence_key}',
        CRM_GRANTS: '${user_config.grants}',
      },
    },
  },
  tools: [...PIPELINE_TOOLS, ...TOOLS].map(({ name, title }) => ({ name, description: title })),
  prompts_generated: true,
  user_config: {
    server: {
      type: 'string',
      title: 'Server',
      description:
        'Where crm runs, such as https://crm.example.com. Empty: here, with the data of this computer.',
      required: false,
      default: '',
    },
    token: {
      type: 'string',
      title: 'Extension token',
      description: 'Made with: crm tokens create --name desktop',
      sensitive: true,
      required: false,
      default: '',
    },
    intelligence_key: {
      type: 'string',
      title: 'Intelligence key',
      description: 'For the tools about pay. Made with: crm keys create --name desktop',
      sensitive: true,
      required: false,
      default: '',
    },
    grants: {
      type: 'string',
      title: 'What the agent may change',
      description: 'Empty: it only reads. Else flags of crm mcp, such as --allow-write=jobs,activities.',
      required: false,
      default: '',
    },
  },
  compatibility: {
    platforms: [computer.startsWith('windows') ? 'win32' : computer.replace(/-.*/, '')],
    runtimes: { node: '>=20.19.0' },
  },
})

const secret = (name: string, description: string) => ({
  name,
  description,
  isRequired: true,
  isSecret: true,
})

/** How registries name bundles at a URL, by their files' digests. */
export const bundlesOf = (url: string, bundles: Record<string, string>) =>
  Object.entries(bundles).map(([name, fileSha256]) => ({
    registryType: 'mcpb',
    identifier: `${url}/${name}`,
    version: VERSION,
    fileSha256,
    transport: { type: 'stdio' },
  }))

/**
 * server.json for a gateway at this URL with bundles of these digests, schema 2025-12-11: by the name under which registries
 * know its owner.
 */
export const serverEntry = (url: string, bundles: Record<string, string>) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: packageJson.mcpName,
  title: 'crm',
  description: DESCRIPTION,
  version: VERSION,
  packages: bundlesOf(url, bundles),
  remotes: [
    {
      type: 'streamable-http',
      url: `${url}${PIPELINE_MCP}`,
      headers: [secret('Authorization', 'Bearer and an extension token; or sign in.')],
    },
    {
      type: 'streamable-http',
      url: `${url}${INTELLIGENCE_MCP}`,
      headers: [secret('Authorization', 'Bearer and an intelligence key.')],
    },
  ],
})
