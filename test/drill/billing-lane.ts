// One gateway of the drill behind proxies: it is killed when Stripe sends its n-th response, or when the
// database acknowledges its n-th write, before it receives either; or at the first byte of its own response.
import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from '../../core/database/embedded.ts'
import { serve, type ServerProcess } from '../program.ts'
import { createTaps, toDatabase, toServer, type Moment } from './tap.ts'

export class Lane {
  private server: ServerProcess | undefined
  private environment: Record<string, string> = {}
  private database = ''
  private door = 0
  private taps = createTaps(
    () => this.kill(),
    (on) => on === 'answer' && this.server === undefined,
  )

  /** Opens the proxies and starts the first gateway behind them. */
  async open(address: Address, stripe: string, environment: Record<string, string>): Promise<void> {
    const { user, database } = address
    const databasePort = await this.taps.open(() => toDatabase(address), 'write')
    this.database = `postgres://${user}@127.0.0.1:${databasePort}/${database}`
    const stripePort = await this.taps.open(() => toServer(stripe), 'stripe')
    this.environment = { ...environment, STRIPE_API_BASE: `http://127.0.0.1:${stripePort}` }
    this.door = await this.taps.open(() => toServer(this.server!.url), 'answer')
    await this.start()
  }

  /** The address for its customers and for Stripe. */
  get url(): string {
    return `http://127.0.0.1:${this.door}`
  }

  /** Arms a kill at a future moment; returns a function that disarms it and says whether it happened. */
  arm(moment: Moment): () => boolean {
    return this.taps.arm(moment)
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
    this.taps.close()
  }

  private async start(): Promise<void> {
    this.server = await serve({ ...this.environment, DATABASE_URL: this.database })
  }

  private kill(): void {
    const { child, ended } = this.server!
    this.server = undefined
    child.kill('SIGKILL')
    void ended.then(() => this.start())
  }
}
