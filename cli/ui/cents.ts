// Formats charged amounts, always to the cent.

const SIGNS: Record<string, string> = { usd: '$', eur: '€', gbp: '£' }

export function money(cents: number, currency = 'usd'): string {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const amount = `${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  const sign = SIGNS[currency.toLowerCase()]
  return `${cents < 0 ? '−' : ''}${sign ? `${sign}${amount}` : `${amount} ${currency.toUpperCase()}`}`
}
