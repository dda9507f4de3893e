// Finding a city from free text; above all, never a wrong city without saying so.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { buildCityIndex, resolveCity, type PlaceEntry } from '../../../../core/intelligence/search/cities.ts'

const data = (name: string) => readFileSync(new URL(`../../../../sql/data/${name}`, import.meta.url))
const cities = parse(gunzipSync(data('cities.csv.gz')), { columns: true }) as {
  slug: string
  name: string
  state: string
}[]
const suburbs = parse(data('suburbs.csv'), { columns: true }) as PlaceEntry[]
const index = buildCityIndex(cities, suburbs)

const answer = (text: string) => {
  const found = resolveCity(index, text)
  return found.kind === 'one' ? found.city.slug : found.kind
}

describe('a place resolves to the city of its area', () => {
  it.each([
    ['sf', 'san-francisco-ca'],
    ['NYC', 'new-york-ny'],
    ['la', 'los-angeles-ca'],
    ['DC', 'washington-dc'],
    ['Washington, D.C.', 'washington-dc'],
    ['Portland, OR', 'portland-or'],
    ['Portland Maine', 'portland-me'],
    ['san-francisco-ca', 'san-francisco-ca'],
    ['Palo Alto', 'san-jose-ca'],
    ['Brooklyn', 'new-york-ny'],
    ['Bellevue, WA', 'seattle-wa'],
    ['Bellevue, NE', 'omaha-ne'],
    ['Berlin, CT', 'hartford-ct'],
    ['LAX', 'los-angeles-ca'],
    ['JFK', 'new-york-ny'],
    ['Raleigh-Durham, NC', 'raleigh-nc'],
    ['Minneapolis-St. Paul', 'minneapolis-mn'],
    ['Dallas-Fort Worth Metroplex', 'dallas-tx'],
    ['South Florida', 'miami-fl'],
    ['Pittsburg', 'pittsburgh-pa'],
    ['Pittsburg, CA', 'san-francisco-ca'],
    ['San Juan', 'ambiguous'],
    ['San Juan, TX', 'mcallen-tx'],
    ['Reston, VA', 'washington-dc'],
    ['Saint Paul, Minnesota', 'minneapolis-mn'],
    ['Greater Boston Area', 'boston-ma'],
    ['New York, NY 10001', 'new-york-ny'],
    ['Seatle', 'seattle-wa'],
    ['the Bay Area', 'san-francisco-ca'],
    ['Metro West', 'boston-ma'],
    ['Greensboro-High Point', 'greensboro-nc'],
    ['greensboro-high-point-nc', 'greensboro-nc'],
    ['Phoenix-Mesa-Chandler', 'phoenix-az'],
    ['Buffalo-Niagara Falls', 'buffalo-ny'],
    ['Louisville/Jefferson County', 'louisville-ky'],
    ['Cook County', 'chicago-il'],
    ['King County, WA', 'seattle-wa'],
    ['Orange County', 'los-angeles-ca'],
    ['Orange County, FL', 'orlando-fl'],
    ['Valley of the Sun', 'phoenix-az'],
    ['Nellis AFB', 'las-vegas-nv'],
    ['JBLM', 'seattle-wa'],
    ['Fort Bliss', 'el-paso-tx'],
  ])('"%s" is %s', (text, slug) => {
    expect(answer(text)).toBe(slug)
  })

  it('every city resolves by its name, state and slug', () => {
    for (const { slug, name, state } of cities) {
      expect(answer(`${name}, ${state}`)).toBe(slug)
      expect(answer(slug)).toBe(slug)
    }
  })
})

describe('an unsupported place', () => {
  it.each([
    'Berlin, NH',
    'Berlin, Germany',
    'Springfield, MA',
    'Columbus, GA',
    'Charleston, WV',
    'Albany, OR',
    'Toronto',
    'London',
  ])('"%s" resolves to none, never to another city', (text) => {
    expect(answer(text)).toBe('none')
  })

  it.each([
    ['Toronto', 'Canada'],
    ['bengaluru', 'India'],
    ['Berlin, Germany', 'Germany'],
    ['Leeds UK', 'the United Kingdom'],
  ])('"%s" is said to be in %s, and no US city of a similar name is offered', (text, country) => {
    expect(resolveCity(index, text)).toEqual({ kind: 'none', nearest: [], elsewhere: { country } })
  })

  it('in a given state gets places of that name elsewhere and cities of that state, none merely spelled alike', () => {
    const found = resolveCity(index, 'Berlin, NH')
    expect(found.kind === 'none' && found.nearest.map((city) => city.matched)).toEqual([
      'Berlin, CT',
      'Manchester, NH',
    ])
  })

  it.each(['asdf', 'qwertz'])('"%s" gets no cities', (text) => {
    expect(resolveCity(index, text)).toEqual({ kind: 'none', nearest: [], elsewhere: null })
  })

  it('gets the nearest cities as a hint', () => {
    const found = resolveCity(index, 'Columbus, GA')
    expect(found.kind === 'none' && found.nearest.map((city) => city.state)).toContain('GA')
  })
})

describe('a place without figures', () => {
  it.each([
    ['Winston-Salem', 'Winston-Salem, NC', ['greensboro-nc', 'durham-nc', 'charlotte-nc']],
    ['winston-salem-nc', 'Winston-Salem, NC', ['greensboro-nc', 'durham-nc', 'charlotte-nc']],
    [
      'Davenport/Moline',
      'Davenport-Moline-Rock Island, IA-IL',
      ['madison-wi', 'chicago-il', 'des-moines-ia'],
    ],
    ['Quad Cities', 'Davenport-Moline-Rock Island, IA-IL', ['madison-wi', 'chicago-il', 'des-moines-ia']],
    ['Springfield, MO', 'Springfield, MO', ['fayetteville-ar', 'kansas-city-mo', 'tulsa-ok']],
    ['Tri-Cities, TN', 'Kingsport-Bristol, TN-VA', ['asheville-nc', 'knoxville-tn', 'charlotte-nc']],
    // Spelled right: not Fort Mill, SC, and not Los Altos, CA.
    ['Fort Sill', 'Lawton, OK', ['oklahoma-city-ok', 'dallas-tx', 'tulsa-ok']],
    ['Los Alamos', 'Santa Fe, NM', ['albuquerque-nm', 'colorado-springs-co', 'el-paso-tx']],
  ])('"%s" is said to be in %s, with the nearest covered cities', (text, area, nearest) => {
    const found = resolveCity(index, text)
    expect(found).toMatchObject({ kind: 'none', elsewhere: { country: null, area } })
    expect(found.kind === 'none' && found.nearest.map(({ slug }) => slug)).toEqual(nearest)
  })

  it('of two of a name gets the cities near both', () => {
    const found = resolveCity(index, 'Tri-Cities')
    expect(found.kind === 'none' && found.nearest.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['spokane-wa', 'knoxville-tn']),
    )
  })

  it.each(['Duluth', 'Lakeland', 'Rockford', 'Clarksville'])(
    '"%s" is not taken for the suburb of that name elsewhere',
    (text) => {
      expect(resolveCity(index, text)).toMatchObject({ kind: 'ambiguous', elsewhere: { country: null } })
    },
  )
})

describe('a region of several cities', () => {
  it.each([
    ['NorCal', ['san-francisco-ca', 'sacramento-ca', 'san-jose-ca', 'santa-rosa-ca']],
    ['Pacific Northwest', ['seattle-wa', 'portland-or', 'spokane-wa', 'boise-city-id']],
    ['the Front Range', ['denver-co', 'colorado-springs-co', 'fort-collins-co', 'boulder-co']],
    ['Montgomery County', ['dayton-oh', 'houston-tx', 'philadelphia-pa', 'washington-dc']],
  ])('"%s" has them as candidates', (text, slugs) => {
    const found = resolveCity(index, text)
    expect(found.kind === 'ambiguous' && found.candidates.map(({ slug }) => slug)).toEqual(slugs)
  })
})

describe('a town that shares its name with a better-known place', () => {
  it.each([
    ['Hastings, MN', 'minneapolis-mn'],
    ['Oakwood, OH', 'dayton-oh'],
    ['Burbank, IL', 'chicago-il'],
    ['Cambridge, MN', 'minneapolis-mn'],
    ['Dallas, GA', 'atlanta-ga'],
  ])('is found with its state: %s', (text, slug) => {
    expect(answer(text)).toBe(slug)
  })

  it.each([
    ['Burbank', 'los-angeles-ca'],
    ['Cambridge', 'boston-ma'],
    ['Dallas', 'dallas-tx'],
    ['Oakland', 'san-francisco-ca'],
  ])('leaves the bare name to the other: %s', (text, slug) => {
    expect(answer(text)).toBe(slug)
  })

  it.each(['Stillwater', 'Urbana', 'Harvard', 'Marion'])('is only offered for the bare name: %s', (text) => {
    expect(resolveCity(index, text)).toMatchObject({ kind: 'ambiguous', candidates: [{ isSuburb: true }] })
  })

  it('is not what a misspelt name means', () => {
    expect(answer('Salinas')).not.toBe('syracuse-ny')
  })
})

it.each([
  ['El Cerrito', 'san-francisco-ca'],
  ['Diamond Bar', 'los-angeles-ca'],
  ['Orland Park', 'chicago-il'],
  ['Mount Prospect, IL', 'chicago-il'],
  ['Silver Spring', 'washington-dc'],
  ['Cherry Hill', 'philadelphia-pa'],
  ['Maricopa, AZ', 'phoenix-az'],
])('the suburb %s is in the area of %s', (text, slug) => {
  expect(answer(text)).toBe(slug)
})

it('a town comes before a county of its name and before a town in a neighbouring state', () => {
  const found = (text: string) => {
    const city = resolveCity(index, text)
    return city.kind === 'one' ? city.city.matched : city.kind
  }
  expect(found('Parker, CO')).toBe('Parker, CO')
  expect(found('Lafayette, CO')).toBe('Lafayette, CO')
  expect(found('Aurora, OH')).toBe('Aurora, OH')
  expect(found('Parker County')).toBe('Parker County, TX')
})

it('every suburb with its state leads to its own city', () => {
  const wrong = suburbs.filter(({ name, state, city }) => answer(`${name}, ${state}`) !== city)
  expect(wrong).toEqual([])
})

describe('an ambiguous place', () => {
  it.each(['Portland', 'Arlington', 'Bellevue', 'Berlin', 'California', 'Oregon'])(
    '"%s" is left to the caller',
    (text) => {
      expect(answer(text)).toBe('ambiguous')
    },
  )
})

it.each([
  ['Berlin', 'Berlin, CT', 'Germany'],
  ['Vancouver', 'Vancouver, WA', 'Canada'],
  ['Springfield', 'Springfield, VA', null],
])('"%s" may be the suburb %s or a better-known place without figures', (text, suburb, country) => {
  const found = resolveCity(index, text)
  expect(found).toMatchObject({ kind: 'ambiguous', elsewhere: { country } })
  expect(found.kind === 'ambiguous' && found.candidates).toMatchObject([{ matched: suburb, isSuburb: true }])
})

it('“New Mexico” and “New England” are not abroad', () => {
  expect(answer('New Mexico')).toBe('ambiguous')
  expect(resolveCity(index, 'New England')).toMatchObject({ kind: 'ambiguous', elsewhere: null })
})

it('remote work is not a city', () => {
  expect(answer('Remote (US)')).toBe('remote')
})

it('every suburb leads to a supported city, and no suburb is listed twice', () => {
  const slugs = new Set(cities.map((city) => city.slug))
  expect(suburbs.filter((place) => !slugs.has(place.city))).toEqual([])
  const keys = suburbs.map((place) => `${place.name}, ${place.state}`)
  expect(new Set(keys).size).toBe(keys.length)
})
