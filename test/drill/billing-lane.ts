// One gateway of the drill behind proxies: it is killed when Stripe sends its n-th response, or when the
// database acknowledges its n-th write, before it receives either; or at the first byte of its own response.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from '../../core/database/embedded.ts'
import { serve, type ServerProcess } from '../program.ts'

/** The moment of a kill: which response was on its way. */
export type Moment = { on: 'stripe' | 'write' | 'answer'; nth: number; only?: RegExp | undefined }

/** The acknowledgement of a durable write, on its way to the gateway. */
const WRITTEN = /C\0\0\0.(?:COMMIT|INSERT 0 [1-9]|UPDATE [1-9])/s

export class Lane {
  kills = 0
  private server: ServerProcess | undefined
  private armed: (Moment & { left: number }) | undefined
  private taps: Server[] = []
  private environment: Record<string, string> = {}
  private database = ''
  private door = 0

  /** Opens the proxies and starts the first gateway behind them. */
  async open(address: Address, stripe: string, environment: Record<string, string>): Promise<void> {
    const { user, database, socketFolder, port } = address
    const toDatabase = await this.tap(() => connect(`${socketFolder}/.s.PGSQL.${port}`), 'write')
    this.database = `postgres://${user}@127.0.0.1:${toDatabase}/${database}`
    const { hostname, port: stripePort } = new URL(stripe)
    const toStripe = await this.tap(() => connect(Number(stripePort), hostname), 'stripe')
    this.environment = { ...environment, STRIPE_API_BASE: `http://127.0.0.1:${toStripe}` }
    this.door = await this.tap(() => connect(Number(new URL(this.server!.url).port), '127.0.0.1'), 'answer')
    await this.start()
  }

  /** The address for its customers and for Stripe. */
  get url(): string {
    return `http://127.0.0.1:${this.door}`
  }

  /** Arms a kill at a future moment; returns a function that disarms it and says whether it happened. */
  arm(moment: Moment): () => boolean {
    const before = this.kills
    this.armed = { ...moment, left: moment.nth }
    return () => {
      this.armed = undefined
      return this.kills > before
    }
  }

  /** Waits until a gateway runs again. */
  async ready(): Promise<void> {
    while (this.server === undefined) await wait(20)
  }

  async close(): Promise<void> {
    await this.ready()
    const { child, ended } = this.server!
    child.kill('SIGKILL')
    await ended
    for (const tap of this.taps) tap.close()
  }

  private async start(): Promise<void> {
    this.server = await serve({ ...this.environment, DATABASE_URL: this.database })
  }

  private kill(): void {
    const { child, ended } = this.server!
    this.armed = undefined
    this.server = undefined
    this.kills += 1
    child.kill('SIGKILL')
    void ended.then(() => this.start())
  }

  /**
   * A proxy that inspects data from upstream first, and never forwards the chunk on which the gateway is
   * killed.
   */
  private async tap(upstream: () => Socket, on: Moment['on']): Promise<number> {
    const server = createServer((client) => {
      if (on === 'answer' && this.server === undefined) return void client.destroy()
      const far = upstream()
      let asked = ''
      const end = () => {
        client.destroy()
        far.destroy()
      }
      for (const socket of [client, far]) socket.on('error', end).on('close', end)
      client.on('data', (bytes) => {
        if (on === 'stripe') asked = /^\w+ \S+/.exec(bytes.toString('latin1'))?.[0] ?? asked
        far.write(bytes)
      })
      far.on('data', (bytes) => {
        if (this.dies(on, on === 'write' ? bytes.toString('latin1') : asked)) {
          this.kill()
          end()
        } else client.write(bytes)
      })
    })
    this.taps.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as { port: number }).port
  }

  private dies(on: Moment['on'], text: string): boolean {
    const { armed } = this
    if (!armed || armed.on !== on || !this.server) return false
    if (on === 'write' && !WRITTEN.test(text)) return false
    if (armed.only && !armed.only.test(text)) return false
    armed.left -= 1
    return armed.left === 0
  }
}
