// Loads the gateway's bundle, an ES module, for the terminal's, which is not.
'use strict'
exports.startGateway = async (...args) => (await import('../dist/gateway.js')).startGateway(...args)
exports.startBackground = async (...args) => (await import('../dist/gateway.js')).startBackground(...args)
exports.serveStdio = async (...args) => (await import('../dist/mcp.js')).serveStdio(...args)
