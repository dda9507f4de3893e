// Loads the gateway's bundle, an ES module, from the terminal's CommonJS bundle.
'use strict'
exports.startGateway = async (...args) => (await import('../dist/gateway.js')).startGateway(...args)
exports.startBackground = async (...args) => (await import('../dist/gateway.js')).startBackground(...args)
exports.serveStdio = async (...args) => (await import('../dist/mcp.js')).serveStdio(...args)
