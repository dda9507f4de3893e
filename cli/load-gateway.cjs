// Loads the gateway's bundle, an ES module, from the terminal's CommonJS bundle.
'use strict'
exports.startGateway = async (...args) => (await import('../dist/gateway/main.js')).startGateway(...args)
exports.startBackground = async (...args) =>
  (await import('../dist/gateway/main.js')).startBackground(...args)
exports.serveStdio = async (...args) => (await import('../dist/gateway/mcp.js')).serveStdio(...args)
