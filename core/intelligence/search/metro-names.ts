// Names of metropolitan areas that are neither a city's nor a suburb's: airports, twin cities, and regions with one city.
// Codes that are words or abbreviations in titles ("den", "sea", "tpa") are left out. "Pittsburg" is a suburb of
// San Francisco, and far more often Pittsburgh without its last letter.

const NAMES: Readonly<Record<string, string>> = {
  'Atlanta, GA': 'hartsfield',
  'Baltimore, MD': 'bwi',
  'Boise City, ID': 'treasure valley,boise nampa',
  'Chicago, IL': 'ord,ohare',
  'Dallas, TX': 'metroplex,dallas fort worth metroplex,dfw metroplex,dallas ft worth metroplex',
  'Detroit, MI': 'dtw',
  'Durham, NC': 'durham chapel hill,raleigh durham chapel hill',
  'Houston, TX': 'iah,houston galveston',
  'Los Angeles, CA': 'lax,los angeles long beach',
  'McAllen, TX': 'rio grande valley',
  'Miami, FL': 'south florida,miami fort lauderdale,miami dade',
  'Milwaukee, WI': 'mke',
  'Minneapolis, MN': 'minneapolis st paul,minneapolis and st paul',
  'Nashville, TN': 'bna',
  'New Orleans, LA': 'msy',
  'New York, NY': 'jfk,lga,ewr,north jersey,northern new jersey',
  'Pittsburgh, PA': 'pittsburg',
  'Raleigh, NC': 'rdu,raleigh durham,raleigh cary',
  'Riverside, CA': 'riverside san bernardino',
  'Salt Lake City, UT': 'wasatch front',
  'San Francisco, CA': 'sfo,east bay,san francisco oakland',
  'San Jose, CA': 'sjc',
  'Seattle, WA': 'seattle tacoma,seattle bellevue',
  'Tampa, FL': 'tampa st petersburg,tampa st pete',
  'Virginia Beach, VA': 'norfolk virginia beach,virginia beach norfolk',
  'Washington, DC': 'iad,dca,wash dc,n virginia,washington baltimore',
}

interface MetroName {
  /** The city's name, and its state's code. */
  name: string
  state: string
}

const METRO_NAMES: ReadonlyMap<string, MetroName> = new Map(
  Object.entries(NAMES).flatMap(([city, names]) => {
    const [name = '', state = ''] = city.toLowerCase().split(', ')
    return names.split(',').map((key): [string, MetroName] => [key, { name, state: state.toUpperCase() }])
  }),
)

/** The city that a name of its area means; null for other names. */
export const cityOfMetro = (name: string): MetroName | null => METRO_NAMES.get(name) ?? null
