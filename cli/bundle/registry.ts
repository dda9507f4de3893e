// server.json: the entry for MCP registries, with the command that starts the server on any machine.
import packageJson from '../../package.json' with { type: 'json' }
import { INTELLIGENCE_MCP, PIPELINE_MCP } from '../../gateway/mcp/protocol.ts'

export const DESCRIPTION =
  'Your job search: jobs, people, what happened, what comes next, and what work pays.'

const { name, version, mcpName, repository } = packageJson

const setting = (name: string, description: string, isSecret = false) => ({
  name,
  description,
  isRequired: false,
  isSecret,
})
const endpoint = (url: string, description: string) => ({
  type: 'streamable-http',
  url,
  headers: [{ ...setting('Authorization', description, true), isRequired: true }],
})

const bundlesOf = (url: string, digests: Record<string, string>) =>
  Object.entries(digests).map(([file, fileSha256]) => ({
    registryType: 'mcpb',
    identifier: `${url}/${file}`,
    ...{ version, fileSha256 },
    transport: { type: 'stdio' },
  }))

/** The entry, for the schema of 2025-12-11. Its name is the package's `mcpName`, which proves the owner to the registry. */
export const registryEntry = ({
  bundles,
  gateway,
}: { bundles?: { url: string; digests: Record<string, string> }; gateway?: string } = {}) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: mcpName,
  title: 'crm',
  description: DESCRIPTION,
  version,
  repository: { url: repository.url.replace(/^git\+|\.git$/g, ''), source: 'github' },
  packages: [
    {
      registryType: 'npm',
      identifier: name,
      version,
      runtimeHint: 'npx',
      packageArguments: [{ type: 'positional', value: 'mcp' }],
      transport: { type: 'stdio' },
      environmentVariables: [
        setting('CRM_HOME', 'The folder for all local data.'),
        setting('CRM_SERVER', 'A crm elsewhere, instead of the one on this computer.'),
        setting('CRM_TOKEN', 'An extension token of that crm.', true),
        setting('CRM_INTELLIGENCE_KEY', 'An intelligence key of that crm, for the tools about pay.', true),
      ],
    },
    ...(bundles ? bundlesOf(bundles.url, bundles.digests) : []),
  ],
  ...(gateway && {
    remotes: [
      endpoint(`${gateway}${PIPELINE_MCP}`, 'Bearer and an extension token; or sign in.'),
      endpoint(`${gateway}${INTELLIGENCE_MCP}`, 'Bearer and an intelligence key.'),
    ],
  }),
})
