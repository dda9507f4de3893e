// Recruitee’s offers, on the employer’s own host.
import type { FoundPosting, Workplace } from '../found-posting.ts'
import { addressIn, distinct, instantIn, recordOf, recordsOf, textIn, type Json } from '../untrusted-json.ts'
import { postingText } from '../posting-text.ts'
import { countryName } from '../../reading/stated-zones.ts'
import { payAndText } from '../posting-pay.ts'
import { wholeList } from './answer.ts'
import { labelBefore, type System } from './system.ts'

function workplaceOf({ remote, hybrid, on_site: onSite }: Json): Workplace {
  if (hybrid === true) return 'hybrid'
  return remote === true ? 'remote' : onSite === true ? 'onsite' : null
}

const placeOf = (place: Json): string | null => {
  const country = textIn(place['country']) ?? countryName(textIn(place['country_code']))
  return (
    distinct([textIn(place['city']), textIn(place['state']), country]).join(', ') || textIn(place['name'])
  )
}

function placesOf(offer: Json): string[] {
  const listed = distinct(recordsOf(offer['locations']).map(placeOf))
  return listed.length ? listed : distinct([textIn(offer['location']) ?? placeOf(offer)])
}

function postingOf(offer: Json): FoundPosting | [] {
  const [externalId, role, url] = [
    textIn(offer['id']),
    textIn(offer['title']),
    addressIn(offer['careers_url']),
  ]
  const status = textIn(offer['status'])
  if (!externalId || !role || !url || (status && status !== 'published')) return []
  const salary = recordOf(offer['salary'])
  return {
    ...{ externalId, role, url, company: textIn(offer['company_name']), places: placesOf(offer) },
    workplace: workplaceOf(offer),
    postedAt: instantIn(offer['published_at']) ?? instantIn(offer['created_at']),
    ...payAndText(
      [{ min: salary['min'], max: salary['max'], currency: salary['currency'], span: salary['period'] }],
      postingText(offer['description'], offer['requirements']),
    ),
  }
}

export const recruitee: System = {
  name: 'recruitee',
  title: 'Recruitee',
  token: /^[a-z\d][a-z\d-]{0,62}$/i,
  tokenOf: labelBefore(/^([\w-]+)\.recruitee\.com$/, ['app', 'api', 'docs', 'support']),
  listOf: (token) => `https://${token.toLowerCase()}.recruitee.com/api/offers/`,
  pageOf: (token) => `https://${token.toLowerCase()}.recruitee.com/`,
  accept: 'application/json',
  read: ({ body }) => wholeList(body, 'offers', postingOf),
}
