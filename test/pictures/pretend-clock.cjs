// Gives a program of the pictures its own time: PRETEND_NOW, an ISO instant, at which it stands still.
'use strict'
const RealDate = Date
const now = RealDate.parse(process.env.PRETEND_NOW)
globalThis.Date = class extends RealDate {
  constructor(...said) {
    super(...(said.length ? said : [now]))
  }
  static now() {
    return now
  }
}
