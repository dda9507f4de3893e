// Says what the national figure of one of several titles of an occupation is made of.
import type { Catalog } from '../catalog/catalog.ts'
import { isNamesake } from './blend.ts'
import type { Estimate } from './estimate.ts'
import { offersOfTitle } from './title-offers.ts'

/** Offers whose median is further from the figure, in ln points, are mentioned. */
const FAR = 0.2

/** What a figure of everyone in an occupation is, for a role that is one of its titles; null for other figures. */
export function titleNote(catalog: Catalog, pay: Estimate): string | null {
  const { city, seniority, role, occupation } = pay
  if (city || seniority || isNamesake(occupation, role)) return null
  return `${basisOf(pay)}${offersAside(catalog, pay)}`
}

function basisOf({ occupation, shift, surveyMedian }: Estimate): string {
  const whole = `${occupation.title} as a whole`
  const moved = Math.round((Math.exp(shift.market) - 1) * 1000) / 10
  if (moved === 0) return `The figure is that of ${whole}: the survey has none for this title alone.`
  const how = `${Math.abs(moved)} % ${moved > 0 ? 'above' : 'below'} the ${dollars(surveyMedian)} of ${whole}`
  const from = shift.trust === 1 ? 'it' : 'all in the occupation'
  return `The survey has no figure for this title alone: this one is ${how}, as visa offers of the title differ from ${from}.`
}

const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`

/** What offers of the title ask for, where that is far from the figure. */
function offersAside(catalog: Catalog, { role, median }: Estimate): string {
  const held = offersOfTitle(catalog, role)
  return held && Math.abs(Math.log(held.median / median)) > FAR
    ? ` The ${held.offers} visa offers of this title that are held have a median of ${dollars(held.median)}; they are no sample of everybody in it.`
    : ''
}
