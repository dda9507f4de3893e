// server.json: how registries of MCP servers describe this one, and how it is started on any machine.
import packageJson from '../../package.json' with { type: 'json' }
import type { bundlesOf } from '../bundle/manifest.ts'

const setting = (name: string, description: string, isSecret = false) => ({
  name,
  description,
  isRequired: false,
  isSecret,
})

/**
 * The entry, with the bundles of a release, for the schema of 2025-12-11. Its name is the package's `mcpName`, by which the registry knows the owner.
 */
export const registryEntry = (bundles: ReturnType<typeof bundlesOf> = []) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: packageJson.mcpName,
  title: 'crm',
  description: 'Your job search: jobs, people, what happened, what comes next, and what work pays.',
  version: packageJson.version,
  repository: { url: packageJson.repository.url.replace(/^git\+|\.git$/g, ''), source: 'github' },
  packages: [
    {
      registryType: 'npm',
      identifier: packageJson.name,
      version: packageJson.version,
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
    ...bundles,
  ],
})
