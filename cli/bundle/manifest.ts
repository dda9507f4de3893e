// The server's description in the bundle for desktop hosts: manifest.json, completed.
import { VERSION } from '../../core/version.ts'
import { TOOLS } from '../../gateway/mcp/intelligence-tools.ts'
import { PIPELINE_TOOLS } from '../../gateway/mcp/pipeline/tools.ts'
import manifest from './manifest.json' with { type: 'json' }
import { DESCRIPTION } from './registry.ts'

/** Where the bundle has the program's entry point. */
export const ENTRY = manifest.server.entry_point

/** manifest.json of an .mcpb file with the database for a computer (`darwin-arm64`), manifest version 0.3. */
export const bundleManifest = (computer: string) => ({
  ...manifest,
  version: VERSION,
  description: DESCRIPTION,
  tools: [...PIPELINE_TOOLS, ...TOOLS].map(({ name, title }) => ({ name, description: title })),
  compatibility: {
    ...manifest.compatibility,
    platforms: [computer.startsWith('windows') ? 'win32' : computer.replace(/-.*/, '')],
  },
})
