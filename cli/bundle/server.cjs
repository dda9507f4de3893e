// What a desktop host starts: the program of this bundle, for the data of this computer or of the server in the settings.
'use strict'

for (const name of ['CRM_SERVER', 'CRM_TOKEN', 'CRM_INTELLIGENCE_KEY', 'CRM_GRANTS']) {
  // A setting that was not filled in is empty; some hosts pass the placeholder itself.
  const text = (process.env[name] ?? '').trim()
  if (text === '' || text.startsWith('${')) delete process.env[name]
  else process.env[name] = text
}

const grants = (process.env.CRM_GRANTS ?? '').split(/\s+/).filter(Boolean)
process.argv.splice(2, Infinity, 'mcp', ...grants)
require('../cli/launch.cjs')
