// Which city the name of a place means, on the shipped tables; above all, never a wrong city without saying so.
import { describe, expect, it } from 'vitest'
import { resolvePlace, type PlaceAnswer } from '../../../../core/intelligence/words/places.ts'
import { shippedWords } from './book.ts'

const book = shippedWords()

const resolve = (text: string): PlaceAnswer => resolvePlace(book, text)
const answer = (text: string): string => {
  const found = resolve(text)
  return found.kind === 'one' ? found.city.slug : found.kind
}
const slugsOf = (text: string): string[] => {
  const found = resolve(text)
  return found.kind === 'several' || found.kind === 'none' ? found.cities.map(({ slug }) => slug) : []
}

describe('a place is the city of its area', () => {
  it.each(
    `sf=san-francisco-ca|NYC=new-york-ny|NYC metro=new-york-ny|la=los-angeles-ca|DC=washington-dc|Washington, D.C.=washington-dc|Portland, OR=portland-or|Portland Maine=portland-me|san-francisco-ca=san-francisco-ca|Palo Alto=san-jose-ca|Brooklyn=new-york-ny|Bellevue, WA=seattle-wa|Bellevue, NE=omaha-ne|Berlin, CT=hartford-ct|LAX=los-angeles-ca|Raleigh-Durham, NC=raleigh-nc|Minneapolis-St. Paul=minneapolis-mn|Dallas-Fort Worth Metroplex=dallas-tx|South Florida=miami-fl|Pittsburg=pittsburgh-pa|Pittsburg, CA=san-francisco-ca|San Juan, TX=mcallen-tx|Reston, VA=washington-dc|Saint Paul, Minnesota=minneapolis-mn|Greater Boston Area=boston-ma|New York, NY 10001=new-york-ny|Seatle=seattle-wa|the Bay Area=san-francisco-ca|Metro West=boston-ma|Greensboro-High Point=greensboro-nc|greensboro-high-point-nc=greensboro-nc|Phoenix-Mesa-Chandler=phoenix-az|Buffalo-Niagara Falls=buffalo-ny|Louisville/Jefferson County=louisville-ky|Cook County=chicago-il|King County, WA=seattle-wa|Orange County=los-angeles-ca|Orange County, FL=orlando-fl|Valley of the Sun=phoenix-az|Nellis AFB=las-vegas-nv|Fort Bliss=el-paso-tx|94110=san-francisco-ca|94301-1234=san-jose-ca|02139=boston-ma|Hastings, MN=minneapolis-mn|Oakwood, OH=dayton-oh|Burbank=los-angeles-ca|Burbank, IL=chicago-il|Cambridge=boston-ma|Cambridge, MN=minneapolis-mn|Dallas, GA=atlanta-ga|Oakland=san-francisco-ca|El Cerrito=san-francisco-ca|Mount Prospect, IL=chicago-il|Silver Spring=washington-dc|Chicago, IL (Hybrid)=chicago-il|Seattle, WA or Remote=seattle-wa`
      .split('|')
      .map((pair) => pair.split('=') as [string, string]),
  )('"%s" is %s', (text, slug) => {
    expect(answer(text)).toBe(slug)
  })

  it('every city by its name, state and slug', () => {
    for (const [slug = '', name, state] of book.rows('cities')) {
      expect(answer(`${name}, ${state}`)).toBe(slug)
      expect(answer(slug), slug).toBe(slug)
    }
  })

  it('every suburb with its state is its own city’s', () => {
    const kinds = new Set(['suburb', 'nickname', 'namesake'])
    const suburbs = [...book.rows('places_named')].filter(
      ([, kind = '', label = '']) => kinds.has(kind) && label.includes(', '),
    )
    const wrong = suburbs.filter(([, , label = '', , city = '']) => answer(label) !== city)
    expect(suburbs.length).toBeGreaterThan(3_000)
    expect(wrong).toEqual([])
  })

  it('a town comes before a county of its name and before a town in a neighbouring state', () => {
    const matched = (text: string) => {
      const found = resolve(text)
      return found.kind === 'one' ? found.city.matched : found.kind
    }
    for (const text of ['Parker, CO', 'Lafayette, CO', 'Aurora, OH']) expect(matched(text)).toBe(text)
    expect(matched('Parker County')).toBe('Parker County, TX')
  })
})

it.each(['Toronto, ON', 'Vancouver, British Columbia', 'London, ON (Hybrid)', 'Laval, QC H7T 2Y5'])(
  '"%s" is in Canada',
  (text) => {
    expect(resolve(text)).toEqual({ kind: 'none', cities: [], elsewhere: { country: 'Canada' } })
  },
)

it.each(['Amsterdam, NL', 'Bratislava, SK', 'Lima, PE'])(
  '"%s" may be in the country of that code',
  (text) => {
    expect(resolve(text)).not.toMatchObject({ elsewhere: { country: 'Canada' } })
  },
)

describe('a name of a country and of a town in the United States', () => {
  it.each([
    ['Malta', 'Malta'],
    ['Jordan', 'Jordan'],
    ['Lebanon', 'Lebanon'],
    ['Jamaica', 'Jamaica'],
    ['San Marino', 'San Marino'],
    ['Ontario', 'Canada'],
  ])('%s alone is asked back', (text, country) => {
    expect(resolve(text)).toMatchObject({ kind: 'several', elsewhere: { country } })
  })

  it.each([
    ['Cuba', 'Cuba'],
    ['Peru', 'Peru'],
    ['Poland', 'Poland'],
    ['Mexico', 'Mexico'],
    ['the Bahamas', 'the Bahamas'],
    ['Palestine', 'Palestine'],
    ['Valletta, Malta', 'Malta'],
    ['Amman, Jordan', 'Jordan'],
    ['Beirut, Lebanon', 'Lebanon'],
    ['Tbilisi, Georgia', 'Georgia'],
    ['Perth, WA', 'Australia'],
    ['Sydney, NSW', 'Australia'],
    ['Sydney, New South Wales', 'Australia'],
    ['London, Ontario', 'Canada'],
    ['Ottawa, Ont.', 'Canada'],
    ['Belfast, Northern Ireland', 'Northern Ireland'],
  ])('%s is abroad', (text, country) => {
    expect(resolve(text)).toEqual({ kind: 'none', cities: [], elsewhere: { country } })
  })

  it.each([
    ['Malta, NY', 'albany-ny'],
    ['Jordan, MN', 'minneapolis-mn'],
    ['Lebanon, TN', 'nashville-tn'],
    ['Ontario, CA', 'riverside-ca'],
    ['Vancouver, WA', 'portland-or'],
    ['Atlanta, Georgia', 'atlanta-ga'],
    ['South Jordan', 'salt-lake-city-ut'],
    ['Mount Lebanon', 'pittsburgh-pa'],
  ])('%s is the town in its state', (text, slug) => {
    expect(answer(text)).toBe(slug)
  })

  it.each(['Lebanon, NH', 'Peru, IN', 'Cuba, NY', 'Poland, OH', 'Mexico, MO'])(
    '%s is a town without figures of its own',
    (text) => {
      const found = resolve(text)
      expect(found.kind === 'none' && found.cities.length > 0 && !found.elsewhere?.country).toBe(true)
    },
  )
})

it.each([
  ['Cambridge, Mass.', 'boston-ma'],
  ['Vancouver, Wash.', 'portland-or'],
  ['San Jose, Calif.', 'san-jose-ca'],
  ['Manchester, N.H.', 'manchester-nh'],
])('a state may be shortened after a comma: %s', (text, slug) => {
  expect(answer(text)).toBe(slug)
})

it.each(['Bangalore, IND', 'Hyderabad, Ind'])('IND is India, and not Indiana: %s', (text) => {
  expect(slugsOf(text)).toEqual([])
})

it('a part of several that is several itself is asked back with the others', () => {
  expect(answer('Portland or Seattle')).toBe('several')
  expect(slugsOf('Portland or Seattle').sort()).toEqual(['portland-me', 'portland-or', 'seattle-wa'])
  expect(slugsOf('Texas or Florida')).toEqual(expect.arrayContaining(['dallas-tx', 'miami-fl']))
  expect(resolve('Portland / Berlin, Germany')).toMatchObject({ elsewhere: { country: 'Germany' } })
})

it('a name of many places is read once for each of its ends', () => {
  // “LA”, “Mesa” and “La Mesa” are places, so each pair of words doubles the ways to part the name.
  expect(answer('la mesa '.repeat(25))).toBe('san-diego-ca')
})

describe('a place without figures is none', () => {
  it.each([
    'Berlin, NH',
    'Middletown, PA',
    'Berlin, Germany',
    'Springfield, MA',
    'Columbus, GA',
    'Charleston, WV',
    'Albany, OR',
    'Toronto',
    'London',
    'asdf',
    '67401',
    '00000',
  ])('"%s", never another city', (text) => {
    expect(answer(text)).toBe('none')
  })

  it.each([
    ['Toronto', 'Canada'],
    ['bengaluru', 'India'],
    ['Berlin, Germany', 'Germany'],
    ['Leeds UK', 'the United Kingdom'],
    ['Genève', 'Switzerland'],
    ['Köln', 'Germany'],
    ['Remote (EU)', 'Europe'],
    ['Remote (Canada)', 'Canada'],
    ['Lisbon / Porto', 'Portugal'],
    ['Amsterdam / Remote', 'the Netherlands'],
  ])('"%s" is said to be in %s, and no US city of a similar name is offered', (text, country) => {
    expect(resolve(text)).toEqual({ kind: 'none', cities: [], elsewhere: { country } })
  })

  it('in a given state gets places of that name elsewhere and cities of that state, none merely spelled alike', () => {
    expect(slugsOf('Berlin, NV')).toEqual(['hartford-ct', 'las-vegas-nv', 'reno-nv'])
  })

  it.each([
    ['Rochester, MN', 'Rochester, MN', ['minneapolis-mn', 'madison-wi', 'des-moines-ia']],
    ['Middletown, PA', 'Harrisburg-Carlisle, PA', ['baltimore-md', 'allentown-pa', 'washington-dc']],
    ['Winston-Salem', 'Winston-Salem, NC', ['greensboro-nc', 'durham-nc', 'charlotte-nc']],
    ['winston-salem-nc', 'Winston-Salem, NC', ['greensboro-nc', 'durham-nc', 'charlotte-nc']],
    ['Quad Cities', 'Davenport-Moline-Rock Island, IA-IL', ['madison-wi', 'chicago-il', 'des-moines-ia']],
    ['Springfield, MO', 'Springfield, MO', ['fayetteville-ar', 'kansas-city-mo', 'tulsa-ok']],
    ['Fort Sill', 'Lawton, OK', ['oklahoma-city-ok', 'dallas-tx', 'tulsa-ok']],
    ['Los Alamos', 'Santa Fe, NM', ['albuquerque-nm', 'colorado-springs-co', 'el-paso-tx']],
    ['59715', 'Bozeman, MT', ['boise-city-id', 'ogden-ut', 'spokane-wa']],
  ])('"%s" is said to be in %s, with the nearest covered cities', (text, area, nearest) => {
    expect(resolve(text)).toMatchObject({ kind: 'none', elsewhere: { area } })
    expect(slugsOf(text).slice(0, 3)).toEqual(nearest)
  })
})

describe('what cannot be told apart is asked back', () => {
  it.each([
    'Portland',
    'Arlington',
    'Bellevue',
    'Berlin',
    'Vancouver',
    'Springfield',
    'Rochester',
    'Columbia',
    'Fayetteville',
    'Austin, TX / Dallas, TX',
    'San Juan',
    'Duluth',
    'Lakeland',
    'Rockford',
    'Clarksville',
    'Stillwater',
    'Urbana',
    'Washington',
    'Boston 94110',
  ])('"%s"', (text) => {
    expect(answer(text)).toBe('several')
  })

  it.each([
    ['Oregon', ['portland-or']],
    ['new mexico', ['albuquerque-nm']],
    ['TN', ['nashville-tn', 'memphis-tn', 'knoxville-tn', 'chattanooga-tn']],
    ['NorCal', ['san-francisco-ca', 'sacramento-ca', 'san-jose-ca', 'santa-rosa-ca']],
    ['the Front Range', ['denver-co', 'colorado-springs-co', 'fort-collins-co', 'boulder-co']],
  ])('a state or region alone, with its cities: %s', (text, slugs) => {
    expect(answer(text)).toBe('several')
    expect(slugsOf(text).sort()).toEqual([...slugs].sort())
  })

  it('a misspelt suburb, like the name itself', () => {
    expect(resolve('Genevva')).toMatchObject({
      kind: 'several',
      elsewhere: { country: 'Switzerland' },
      cities: [{ matched: 'Geneva, NY' }],
    })
  })

  it('with the better-known place that it may be', () => {
    expect(resolve('Berlin')).toMatchObject({
      elsewhere: { country: 'Germany' },
      cities: [{ matched: 'Berlin, CT', isCity: false }],
    })
  })
})

it.each(['Remote (US)', 'remote', 'Remote - US', 'United States', 'nationwide', 'work from home'])(
  '"%s" is the nation',
  (text) => {
    expect(answer(text)).toBe('nation')
  },
)
