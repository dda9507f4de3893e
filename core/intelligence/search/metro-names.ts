// Names of areas that are neither a city's nor a suburb's: airports, twin cities, bases, and regions with one city or
// several.
// Codes that are words or abbreviations in titles ("den", "sea", "tpa") are left out. "Pittsburg" is a suburb of
// San Francisco, and far more often Pittsburgh without its last letter.

const NAMES: Readonly<Record<string, string>> = {
  'Albany, NY': 'capital district',
  'Albuquerque, NM': 'kirtland air force base',
  'Anchorage, AK': 'jber,joint base elmendorf richardson',
  'Atlanta, GA': 'hartsfield',
  'Austin, TX': 'silicon hills',
  'Bakersfield, CA': 'edwards air force base,china lake',
  'Baltimore, MD': 'bwi',
  'Boise City, ID': 'treasure valley,boise nampa',
  'Boston, MA': 'metrowest,metro west,hanscom air force base,route 128',
  'Bridgeport, CT': 'fairfield county',
  'Cape Coral, FL': 'southwest florida,swfl,fort myers cape coral,cape coral fort myers',
  'Charleston, SC': 'joint base charleston',
  'Chicago, IL': 'ord,ohare,northwest indiana,nwi,naval station great lakes',
  'Colorado Springs, CO':
    'peterson air force base,peterson space force base,schriever space force base,air force academy,pikes peak',
  'Columbia, SC': 'fort jackson,midlands',
  'Columbus, OH': 'central ohio',
  'Dallas, TX': 'metroplex,dallas fort worth metroplex,dfw metroplex,dallas ft worth metroplex,north texas',
  'Dayton, OH': 'miami valley,wright patterson,wpafb',
  'Denver, CO': 'buckley space force base,mile high city',
  'Detroit, MI': 'dtw,motor city,motown',
  'Durham, NC': 'durham chapel hill,raleigh durham chapel hill',
  'Fayetteville, AR': 'ozarks',
  'Grand Rapids, MI': 'west michigan',
  'Greensboro, NC': 'piedmont triad,triad',
  'Greenville, SC': 'upstate sc,upstate south carolina,gsp,greenville spartanburg',
  'Honolulu, HI': 'schofield barracks,hickam,joint base pearl harbor hickam,fort shafter',
  'Houston, TX': 'iah,houston galveston',
  'Jacksonville, FL': 'first coast,northeast florida,naval station mayport,nas jacksonville',
  'Las Vegas, NV': 'nellis,nellis air force base,creech air force base',
  'Los Angeles, CA':
    'lax,los angeles long beach,southern california,silicon beach,san fernando valley,san gabriel valley,antelope valley,west la,westside la',
  'Louisville, KY': 'kentuckiana',
  'McAllen, TX': 'rio grande valley',
  'Miami, FL': 'south florida,miami fort lauderdale,miami dade,gold coast florida',
  'Milwaukee, WI': 'mke',
  'Minneapolis, MN': 'minneapolis st paul,minneapolis and st paul',
  'Nashville, TN': 'bna,middle tennessee,nashville davidson',
  'New Orleans, LA': 'msy',
  'New York, NY':
    'jfk,lga,ewr,north jersey,northern new jersey,silicon alley,ny tri state,nyc tri state,new york tri state,new york tristate,lower manhattan,midtown manhattan,upper manhattan',
  'Ogden, UT': 'hill air force base',
  'Oklahoma City, OK': 'tinker air force base',
  'Omaha, NE': 'offutt air force base',
  'Orlando, FL': 'central florida',
  'Philadelphia, PA':
    'delaware valley,main line,south jersey,southern new jersey,joint base mcguire dix lakehurst',
  'Phoenix, AZ': 'valley of the sun,east valley,luke air force base',
  'Pittsburgh, PA': 'pittsburg,western pennsylvania,southwestern pennsylvania',
  'Portland, OR': 'silicon forest',
  'Raleigh, NC': 'rdu,raleigh durham,raleigh cary',
  'Riverside, CA':
    'riverside san bernardino,high desert,coachella valley,twentynine palms,fort irwin,march air reserve base',
  'Salt Lake City, UT': 'wasatch front,salt lake valley',
  'San Antonio, TX':
    'joint base san antonio,jbsa,fort sam houston,lackland,lackland air force base,randolph air force base',
  'San Diego, CA': 'naval base san diego,mcas miramar',
  'San Francisco, CA': 'sfo,east bay,san francisco oakland,sf peninsula,san francisco peninsula,tri valley',
  'San Jose, CA': 'sjc',
  'Santa Barbara, CA': 'vandenberg air force base,vandenberg space force base',
  'Santa Rosa, CA': 'wine country,sonoma',
  'Savannah, GA': 'hunter army airfield',
  'Seattle, WA': 'seattle tacoma,seattle bellevue,jblm,fort lewis,western washington',
  'Spokane, WA': 'fairchild air force base,inland northwest',
  'St. Louis, MO': 'metro east,scott air force base',
  'Syracuse, NY': 'central new york,cny',
  'Tampa, FL': 'tampa st petersburg,tampa st pete,macdill,macdill air force base',
  'Tucson, AZ': 'davis monthan air force base',
  'Virginia Beach, VA':
    'norfolk virginia beach,virginia beach norfolk,tidewater,naval station norfolk,joint base langley eustis,langley air force base,fort eustis',
  'Washington, DC':
    'iad,dca,wash dc,n virginia,washington baltimore,joint base andrews,andrews air force base,fort myer,pentagon',
}

/** Regions with several covered cities, of which the caller has to choose one; the largest first. */
const REGIONS: Readonly<Record<string, string>> = {
  'capital region': 'sacramento-ca baton-rouge-la albany-ny',
  'central coast': 'santa-barbara-ca oxnard-ca',
  'central jersey,central new jersey': 'new-york-ny trenton-nj',
  'central texas,hill country,texas hill country': 'san-antonio-tx austin-tx',
  'central valley,san joaquin valley': 'sacramento-ca fresno-ca bakersfield-ca stockton-ca',
  'deep south': 'atlanta-ga new-orleans-la birmingham-al',
  'east coast': 'new-york-ny washington-dc philadelphia-pa boston-ma miami-fl',
  'eastern washington': 'spokane-wa',
  'finger lakes': 'rochester-ny syracuse-ny',
  'front range': 'denver-co colorado-springs-co fort-collins-co boulder-co',
  'great lakes': 'chicago-il detroit-mi cleveland-oh milwaukee-wi buffalo-ny',
  'great plains': 'kansas-city-mo oklahoma-city-ok omaha-ne wichita-ks',
  'gulf coast': 'houston-tx tampa-fl new-orleans-la',
  'i 4 corridor,i4 corridor': 'tampa-fl orlando-fl',
  'jersey shore': 'new-york-ny philadelphia-pa',
  'lowcountry,low country': 'charleston-sc savannah-ga',
  'merrimack valley': 'boston-ma manchester-nh',
  'mid atlantic': 'new-york-ny washington-dc philadelphia-pa baltimore-md richmond-va',
  midwest: 'chicago-il detroit-mi minneapolis-mn st-louis-mo columbus-oh',
  'mountain west,rocky mountains,rockies': 'denver-co salt-lake-city-ut boise-city-id colorado-springs-co',
  'new england': 'boston-ma providence-ri hartford-ct worcester-ma portland-me',
  'north bay': 'san-francisco-ca santa-rosa-ca',
  'north shore': 'new-york-ny chicago-il boston-ma',
  northeast: 'new-york-ny philadelphia-pa boston-ma pittsburgh-pa buffalo-ny',
  'northeast ohio,neo': 'cleveland-oh akron-oh',
  'northern california,norcal,nor cal': 'san-francisco-ca sacramento-ca san-jose-ca santa-rosa-ca',
  'northern colorado,noco': 'fort-collins-co boulder-co',
  'northern utah': 'salt-lake-city-ut ogden-ut provo-ut',
  'pacific northwest,pnw': 'seattle-wa portland-or spokane-wa boise-city-id',
  peninsula: 'san-francisco-ca san-jose-ca',
  'rust belt': 'detroit-mi pittsburgh-pa cleveland-oh buffalo-ny',
  'silicon prairie': 'dallas-tx omaha-ne des-moines-ia',
  'south shore': 'new-york-ny boston-ma',
  'south texas': 'san-antonio-tx mcallen-tx',
  'southeast,south': 'atlanta-ga miami-fl tampa-fl charlotte-nc nashville-tn',
  'southeast michigan,southeastern michigan': 'detroit-mi ann-arbor-mi',
  southwest: 'phoenix-az las-vegas-nv tucson-az albuquerque-nm el-paso-tx',
  'southwest ohio': 'cincinnati-oh dayton-oh',
  'sun belt,sunbelt': 'dallas-tx houston-tx miami-fl atlanta-ga phoenix-az',
  suncoast: 'tampa-fl north-port-fl',
  triangle: 'raleigh-nc durham-nc',
  valley: 'los-angeles-ca phoenix-az',
  'upstate new york,upstate ny,upstate': 'buffalo-ny rochester-ny albany-ny syracuse-ny',
  'west coast': 'los-angeles-ca san-francisco-ca seattle-wa san-diego-ca portland-or',
  'west valley': 'phoenix-az salt-lake-city-ut',
  'western new york,wny': 'buffalo-ny rochester-ny',
  'willamette valley': 'portland-or',
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

const CITIES_OF_REGIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(REGIONS).flatMap(([names, cities]) =>
    names.split(',').map((name): [string, string[]] => [name, cities.split(' ')]),
  ),
)

/** The covered cities of a region; none for other names. */
export const citiesOfRegion = (name: string): readonly string[] => CITIES_OF_REGIONS.get(name) ?? []
