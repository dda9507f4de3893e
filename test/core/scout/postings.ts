// Twelve postings in the structure that twelve trackers use, written for these tests.

export interface Posting {
  tracker: string
  html: string
  facts: { company: string; role: string; location: string; salary: string | null }
  /** Strings that the readable text must contain. */
  says: string
}

const BODY = `<p>We make instruments that measure rivers. You will write the software that reads them, in the field and in
the office, together with hydrologists who know every gauge by name.</p>
<p>You have built services that run for years. You like to explain things. You work with us four days a week or five.</p>
<p>What we offer: time to do things well, a workshop, and a boat.</p>`

const page = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`

const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

const POSTING = {
  '@context': 'https://schema.org/',
  '@type': 'JobPosting',
  title: 'River Software Engineer',
  description: BODY,
  datePosted: '2026-11-02',
  employmentType: 'FULL_TIME',
}
const organization = (name: string) => ({ '@type': 'Organization', name })
const place = (address: object) => ({ '@type': 'Place', address: { '@type': 'PostalAddress', ...address } })
const pay = (value: object, currency = 'USD') => ({
  '@type': 'MonetaryAmount',
  currency,
  value: { '@type': 'QuantitativeValue', ...value },
})

export const POSTINGS: Posting[] = [
  {
    tracker: 'Greenhouse, old board',
    html: page(
      '<title>Job Application for River Software Engineer at Gauge &amp; Sons</title><meta property="og:title" content="River Software Engineer">',
      `<div id="app_body"><div id="header"><h1 class="app-title">River Software Engineer</h1><span class="company-name">at Gauge &amp; Sons</span><div class="location">Portland, OR</div></div>
      <div id="content">${BODY}<div class="content-pay-transparency"><div class="pay-input"><div class="title">Salary range</div><div class="pay-range"><span>$140,000</span><span class="divider">—</span><span>$170,000 USD</span></div></div></div></div></div>`,
    ),
    facts: {
      company: 'Gauge & Sons',
      role: 'River Software Engineer',
      location: 'Portland, OR',
      salary: '$140,000—$170,000 USD',
    },
    says: 'instruments that measure rivers',
  },
  {
    tracker: 'Greenhouse, new board',
    html: page(
      '<title>Job Application for River Software Engineer at Gauge</title>',
      `<div class="main"><div class="image-container"><img src="x.png" alt="Gauge Logo"></div><div class="job__title"><h1>River Software Engineer</h1></div><div class="job__location"><div>Remote - Canada</div></div>
      <div class="job__description">${BODY}</div><div class="job__pay-ranges"><div class="pay-range-label">Annual pay</div><p class="pay">CA$120,000 - CA$150,000 CAD</p></div></div>`,
    ),
    facts: {
      company: 'Gauge',
      role: 'River Software Engineer',
      location: 'Remote - Canada',
      salary: 'CA$120,000 - CA$150,000 CAD',
    },
    says: 'hydrologists',
  },
  {
    tracker: 'Lever',
    html: page(
      '<title>Gauge Works - River Software Engineer</title><meta property="og:title" content="Gauge Works - River Software Engineer">',
      `<div class="main-header"><a class="main-header-logo"><img alt="Gauge Works logo" src="l.png"></a></div>
      <div class="posting-headline"><h2>River Software Engineer</h2><div class="posting-categories"><div class="sort-by-time posting-category location">Berlin, Germany</div><div class="posting-category department">Engineering</div></div></div>
      <div class="section" data-qa="job-description">${BODY}</div><div class="section" data-qa="salary-range">€80,000 - €95,000 a year</div>`,
    ),
    facts: {
      company: 'Gauge Works',
      role: 'River Software Engineer',
      location: 'Berlin, Germany',
      salary: '€80,000 - €95,000 a year',
    },
    says: 'explain things',
  },
  {
    tracker: 'Ashby, drawn by a script',
    html: page(
      '<title>River Software Engineer @ Gauge</title>',
      `<div id="root"></div><script>
        window.__appData = ${JSON.stringify({
          organization: { name: 'Gauge' },
          posting: {
            title: 'River Software Engineer',
            locationName: 'Lisbon',
            compensationTierSummary: '€70K – €85K • Offers Equity',
            isRemote: false,
          },
        })};
      </script>${ld({ ...POSTING, hiringOrganization: organization('Gauge') })}`,
    ),
    facts: {
      company: 'Gauge',
      role: 'River Software Engineer',
      location: 'Lisbon',
      salary: '€70K – €85K • Offers Equity',
    },
    says: 'instruments that measure rivers',
  },
  {
    tracker: 'Workday',
    html: page(
      `<title>River Software Engineer</title><meta property="og:title" content="River Software Engineer">${ld(
        {
          ...POSTING,
          title: 'River Software Engineer',
          identifier: { '@type': 'PropertyValue', name: 'Gauge', value: 'JR-1002' },
          hiringOrganization: organization('Gauge Incorporated'),
          jobLocation: place({
            addressLocality: 'Denver',
            addressRegion: 'Colorado',
            addressCountry: 'United States of America',
          }),
        },
      )}`,
      '<div id="root"></div>',
    ),
    facts: {
      company: 'Gauge Incorporated',
      role: 'River Software Engineer',
      location: 'Denver, Colorado, United States of America',
      salary: null,
    },
    says: 'a workshop, and a boat',
  },
  {
    tracker: 'SmartRecruiters, by microdata',
    html: page(
      '<title>Gauge River Software Engineer | SmartRecruiters</title>',
      `<main itemscope itemtype="http://schema.org/JobPosting"><meta itemprop="hiringOrganization" content="Gauge"><h1 class="job-title" itemprop="title">River Software Engineer</h1>
      <ul class="job-details"><li itemprop="jobLocation" itemscope><spl-job-location formattedaddress="Kraków, Poland" workplacetype="hybrid"></spl-job-location></li></ul>
      <div itemprop="description">${BODY}<p>Salary: PLN 18,000 - 24,000 per month</p></div></main>`,
    ),
    facts: {
      company: 'Gauge',
      role: 'River Software Engineer',
      location: 'Kraków, Poland',
      salary: 'PLN 18,000 – 24,000 a month',
    },
    says: 'hydrologists',
  },
  {
    tracker: 'Workable',
    html: page(
      `<title>River Software Engineer - Gauge</title><meta property="og:site_name" content="Gauge">${ld({
        ...POSTING,
        hiringOrganization: { ...organization('Gauge'), sameAs: 'https://gauge.example' },
        jobLocation: [
          place({ addressLocality: 'Athens', addressCountry: 'Greece' }),
          place({ addressLocality: 'Patras', addressCountry: 'Greece' }),
        ],
        baseSalary: pay({ minValue: 45_000, maxValue: 55_000, unitText: 'YEAR' }, 'EUR'),
      })}`,
      `<h1 data-ui="job-title">River Software Engineer</h1><section>${BODY}</section>`,
    ),
    facts: {
      company: 'Gauge',
      role: 'River Software Engineer',
      location: 'Athens, Greece; Patras, Greece',
      salary: 'EUR 45,000 – 55,000 a year',
    },
    says: 'explain things',
  },
  {
    tracker: 'LinkedIn, for guests',
    html: page(
      '<title>Gauge hiring River Software Engineer in Austin, Texas, United States | LinkedIn</title>',
      `<section class="top-card-layout"><h1 class="top-card-layout__title topcard__title">River Software Engineer</h1><h4><span class="topcard__flavor"><a class="topcard__org-name-link" href="#"> Gauge </a></span><span class="topcard__flavor topcard__flavor--bullet"> Austin, Texas, United States </span></h4></section>
      <div class="compensation__salary">$60.00/hr - $75.00/hr</div><div class="description__text">${BODY}</div>`,
    ),
    facts: {
      company: 'Gauge',
      role: 'River Software Engineer',
      location: 'Austin, Texas, United States',
      salary: '$60.00/hr - $75.00/hr',
    },
    says: 'instruments that measure rivers',
  },
  {
    tracker: 'Indeed',
    html: page(
      '<title>River Software Engineer - Leeds - Indeed.com</title>',
      `<h1 class="jobsearch-JobInfoHeader-title">River Software Engineer</h1><div data-company-name="true"><a>Gauge Ltd</a></div><div data-testid="inlineHeader-companyLocation">Leeds LS1</div><div id="salaryInfoAndJobType"><span>£52,000 - £60,000 a year</span><span> - Permanent</span></div><div id="jobDescriptionText">${BODY}</div>`,
    ),
    facts: {
      company: 'Gauge Ltd',
      role: 'River Software Engineer',
      location: 'Leeds LS1',
      salary: '£52,000 - £60,000 a year',
    },
    says: 'a boat',
  },
  {
    tracker: 'Teamtailor, with everything in one graph',
    html: page(
      `<title>River Software Engineer - Gauge AB</title>${ld({
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'WebSite', name: 'Gauge AB' },
          {
            ...POSTING,
            '@type': ['JobPosting'],
            title: 'River Software Engineer &amp; Skipper',
            hiringOrganization: organization('Gauge AB'),
            jobLocationType: 'TELECOMMUTE',
            applicantLocationRequirements: { '@type': 'Country', name: 'Sweden' },
            baseSalary: pay({ value: '620', unitText: 'HOUR' }, 'SEK'),
          },
        ],
      })}`,
      `<main>${BODY}</main>`,
    ),
    facts: {
      company: 'Gauge AB',
      role: 'River Software Engineer & Skipper',
      location: 'Remote (Sweden)',
      salary: 'SEK 620 an hour',
    },
    says: 'four days a week',
  },
  {
    tracker: 'iCIMS',
    html: page(
      '<title>River Software Engineer in Madison, Wisconsin | Careers at Gauge</title><meta property="og:site_name" content="Gauge">',
      `<div class="iCIMS_JobPage"><div class="iCIMS_Header"><h1>River Software Engineer</h1></div><span class="iCIMS_JobLocation">US-WI-Madison</span><div class="iCIMS_JobContent">${BODY}<p>The base pay for this role is $98,500 - $121,000 per year.</p></div></div>`,
    ),
    facts: {
      company: 'Gauge',
      role: 'River Software Engineer',
      location: 'US-WI-Madison',
      salary: 'USD 98,500 – 121,000 a year',
    },
    says: 'hydrologists',
  },
  {
    tracker: 'a company’s own page, with broken JSON-LD and a title',
    html: page(
      `<title>River Software Engineer at Gauge | Careers</title><script type="application/ld+json">{"@type":"JobPosting","title":"River Software
Engineer","hiringOrganization":"Gauge","jobLocation":"Ljubljana",}</script>`,
      `<nav>Home Products Careers</nav><article><h1>River Software Engineer</h1>${BODY}</article><footer>Imprint</footer>`,
    ),
    facts: { company: 'Gauge', role: 'River Software Engineer', location: 'Ljubljana', salary: null },
    says: 'instruments that measure rivers',
  },
]
