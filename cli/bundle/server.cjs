// The entry point for desktop hosts: runs this bundle's program on local data, or on the server in the settings.
'use strict'

for (const name of ['CRM_SERVER', 'CRM_TOKEN', 'CRM_INTELLIGENCE_KEY', 'CRM_GRANTS']) {
  // An empty setting is ''; some hosts pass the placeholder instead.
  const text = (process.env[name] ?? '').trim()
  if (text === '' || text.startsWith('${')) delete process.env[name]
  else process.env[name] = text
}

const grants = (process.env.CRM_GRANTS ?? '').split(/\s+/).filter(Boolean)
process.argv.splice(2, Infinity, 'mcp', ...grants)
require('../cli/launch.cjs')
