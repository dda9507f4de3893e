// The server's description in the bundle for desktop hosts.
import { VERSION } from '../../core/version.ts'
import { TOOLS } from '../../gateway/mcp/intelligence-tools.ts'
import { PIPELINE_TOOLS } from '../../gateway/mcp/pipeline/tools.ts'
import { DESCRIPTION } from './registry.ts'

const setting = (title: string, description: string) => ({
  ...{ type: 'string', title, description, required: false, default: '' },
})
const secret = (...about: Parameters<typeof setting>) => ({ ...setting(...about), sensitive: true })

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
    server: setting(
      'Server',
      'Where crm runs, such as https://crm.example.com. Empty: here, with the data of this computer.',
    ),
    token: secret('Extension token', 'Made with: crm tokens create --name desktop'),
    intelligence_key: secret(
      'Intelligence key',
      'For the tools about pay. Made with: crm keys create --name desktop',
    ),
    grants: setting(
      'What the agent may change',
      'Empty: it only reads. Else flags of crm mcp, such as --allow-write=jobs,activities.',
    ),
  },
  compatibility: {
    platforms: [computer.startsWith('windows') ? 'win32' : computer.replace(/-.*/, '')],
    runtimes: { node: '>=20.19.0' },
  },
})
