// The answers of Workable, of the systems on the employers’ own hosts, and of a feed.
import { AT, escaped, json, listed, TEXT, type Shape } from './shape.ts'

export const workable: Shape = {
  type: json,
  tokenIn: (host, { pathname }) =>
    host === 'apply.workable.com' ? /^\/api\/v1\/widget\/accounts\/([^/]+)$/.exec(pathname)?.[1] : undefined,
  list: (openings, { token }) =>
    JSON.stringify({
      name: 'Acme Bookkeeping',
      description: '<p>We count.</p>',
      jobs: listed(openings).flatMap(({ id, title, places = ['Oslo'], workplace, text = TEXT, at = AT }) =>
        // One row for each place.
        places.map((city) => ({
          title,
          shortcode: id,
          code: '',
          employment_type: 'Full-time',
          telecommuting: workplace === 'remote',
          department: 'Finance',
          url: `https://apply.workable.com/${token}/j/${id}/`,
          shortlink: `https://apply.workable.com/j/${id}`,
          application_url: `https://apply.workable.com/${token}/j/${id}/apply/`,
          published_on: at.slice(0, 10),
          created_at: at.slice(0, 10),
          country: 'Norway',
          city,
          state: '',
          education: '',
          experience: '',
          function: '',
          industry: '',
          locations: [
            { country: 'Norway', countryCode: 'NO', city, region: '', hidden: false },
            { country: 'Norway', countryCode: 'NO', city: 'Hidden Valley', region: '', hidden: true },
          ],
          description: text,
        })),
      ),
    }),
  unknown: { status: 404, type: json, body: '{"error":"Account not found"}' },
}

export const recruitee: Shape = {
  type: json,
  tokenIn: (host, { pathname }) =>
    pathname === '/api/offers/' ? /^([\w-]+)\.recruitee\.com$/.exec(host)?.[1] : undefined,
  list: (openings, { token }) =>
    JSON.stringify({
      offers: openings.map(
        ({ id, title, places = ['Oslo'], workplace, pay, text = TEXT, at = AT, isUnlisted }) => ({
          id: Number(id),
          slug: title.toLowerCase().replaceAll(' ', '-'),
          position: 1,
          status: isUnlisted ? 'closed' : 'published',
          title,
          department: 'Finance',
          company_name: 'Acme Bookkeeping',
          location: places.join(', '),
          city: places[0],
          country_code: 'NO',
          locations: places.map((city, at) => ({
            id: at,
            city,
            country: 'Norway',
            country_code: 'NO',
            state: '',
            name: city,
          })),
          remote: workplace === 'remote',
          hybrid: workplace === 'hybrid',
          on_site: workplace === undefined || workplace === 'onsite',
          created_at: at.replace('T', ' ').replace(/\.\d+Z/, ' UTC'),
          published_at: at.replace('T', ' ').replace(/\.\d+Z/, ' UTC'),
          close_at: null,
          careers_url: `https://${token}.recruitee.com/o/${id}`,
          careers_apply_url: `https://${token}.recruitee.com/o/${id}/c/new`,
          description: text,
          requirements: '<p>Care.</p>',
          employment_type_code: 'fulltime_permanent',
          salary: pay
            ? { min: String(pay.min), max: String(pay.max), period: pay.period, currency: pay.currency }
            : { min: null, max: null, period: null, currency: null },
        }),
      ),
    }),
  unknown: { status: 404, type: json, body: '{"error":["Company not found"]}' },
}

const cdata = (text: string) => `<![CDATA[${text}]]>`

export const personio: Shape = {
  type: 'text/xml; charset=utf-8',
  tokenIn: (host, { pathname }) =>
    pathname === '/xml' ? /^([\w-]+)\.jobs\.personio\.(?:de|com)$/.exec(host)?.[1] : undefined,
  list: (openings) => `<?xml version="1.0" encoding="UTF-8"?>
<workzag-jobs>
${listed(openings)
  .map(
    ({ id, title, places = ['Oslo'], workplace, pay, text = TEXT, at = AT }) => `  <position>
    <id>${id}</id>
    <subcompany>Acme Bookkeeping</subcompany>
    <office>${places[0]}</office>
    <additionalOffices>${places
      .slice(1)
      .map((place) => `<office>${place}</office>`)
      .join('')}</additionalOffices>
    <department>Finance &amp; Books</department>
    <recruitingCategory>Professionals</recruitingCategory>
    <name>${escaped(title)}</name>
    <jobDescriptions>
      <jobDescription><name>Your work</name><value>${cdata(text)}</value></jobDescription>
      <jobDescription><name>You</name><value>${cdata('<p>Care &amp; numbers.</p>')}</value></jobDescription>
    </jobDescriptions>
    <employmentType>permanent</employmentType>
    <seniority>experienced</seniority>
    <schedule>full-time</schedule>
    ${workplace ? `<workplaceType>${workplace}</workplaceType>` : ''}
    ${pay ? `<salaryInformation><currencyCode>${pay.currency}</currencyCode><type>${{ year: 'yearly', month: 'monthly', hour: 'hourly' }[pay.period]}</type><min>${pay.min}</min><max>${pay.max}</max></salaryInformation>` : ''}
    <createdAt>${at.replace('.000Z', '+00:00')}</createdAt>
  </position>`,
  )
  .join('\n')}
</workzag-jobs>
`,
  unknown: { status: 404, type: 'text/html', body: '<!doctype html><title>Not found</title>' },
}

export const feed: Shape = {
  type: 'application/rss+xml; charset=utf-8',
  tokenIn: (host, { pathname, href }) =>
    /\.example$/.test(host) && pathname.endsWith('.rss') ? href : undefined,
  list: (openings, { token }) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:tt="https://teamtailor.com/locations" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Acme Bookkeeping</title><link>${new URL('/', token).href}</link><description>Openings</description>
${listed(openings)
  .map(
    ({ id, title, places = ['Oslo'], workplace, text = TEXT, at = AT }) => `<item>
<title>${escaped(title)}</title><link>${new URL(`/jobs/${id}`, token).href}</link><guid isPermaLink="false">${id}</guid>
<pubDate>${new Date(at).toUTCString()}</pubDate>
<description>${escaped(text)}</description>
<remoteStatus>${workplace === 'remote' ? 'fully' : workplace === 'hybrid' ? 'hybrid' : 'none'}</remoteStatus>
<tt:locations>${places.map((place) => `<tt:location><tt:name>${place}</tt:name><tt:city>${place}</tt:city></tt:location>`).join('')}</tt:locations>
</item>`,
  )
  .join('\n')}
</channel></rss>
`,
  unknown: { status: 404, type: 'text/html', body: '<!doctype html><title>Not found</title>' },
}
