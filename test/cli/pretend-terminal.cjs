// Makes a pipe look like a terminal to the program under test: a real pty needs native code that npm alone
// does not provide. What only a real terminal shows (raw keys, Ctrl-C from the keyboard) is in
// terminal.test.ts.
'use strict'
const tty = require('node:tty')
const { isatty } = tty
const pretended = []
// Some libraries call tty.isatty(fd) before they open a stream.
tty.isatty = (fd) => pretended.includes(fd) || isatty(fd)
const columns = Number(process.env.PRETEND_COLUMNS)
for (const name of (process.env.PRETEND_STREAMS ?? '').split(',')) {
  const stream = process[name]
  pretended.push(stream.fd)
  Object.defineProperty(stream, 'isTTY', { value: true })
  if (name === 'stdin') {
    // A pipe delivers every key immediately, in raw mode or not.
    stream.setRawMode = () => stream
    continue
  }
  Object.defineProperty(stream, 'columns', { value: columns })
  Object.defineProperty(stream, 'rows', { value: Number(process.env.PRETEND_ROWS ?? 24) })
  // The same logic as tty.WriteStream.
  stream.hasColors = () => process.env.TERM !== 'dumb' && !process.env.NO_COLOR
}
