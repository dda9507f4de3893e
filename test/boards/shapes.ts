// The answers of the systems with one API for all boards; those on the employers’ own hosts are in own-shapes.ts.
import { personio, recruitee, feed, workable } from './own-shapes.ts'
import { AT, escaped, json, listed, TEXT, type Shape } from './shape.ts'

const greenhouse: Shape = {
  type: json,
  tokenIn: (host, { pathname }) =>
    /^boards-api(\.eu)?\.greenhouse\.io$/.test(host)
      ? /^\/v1\/boards\/([^/]+)\/jobs$/.exec(pathname)?.[1]
      : undefined,
  list: (openings, { token }) =>
    JSON.stringify({
      jobs: listed(openings).map(
        ({ id, title, places = ['Oslo'], workplace, pay, text = TEXT, at = AT, closes }) => ({
          absolute_url: `https://job-boards.greenhouse.io/${token}/jobs/${id}`,
          data_compliance: [{ type: 'gdpr', requires_consent: false, retention_period: null }],
          internal_job_id: Number(id) + 1_000,
          location: { name: workplace ? `${places.join('; ')} (${workplace})` : places.join('; ') },
          metadata: null,
          id: Number(id),
          updated_at: '2026-11-20T09:00:00-05:00',
          requisition_id: `R-${id}`,
          title,
          company_name: 'Acme Bookkeeping',
          first_published: at,
          application_deadline: closes ?? null,
          language: 'en',
          content: escaped(text),
          departments: [{ id: 1, name: 'Finance', child_ids: [], parent_id: null }],
          offices: [],
          ...(pay && {
            pay_input_ranges: [
              {
                min_cents: pay.min * 100,
                max_cents: pay.max * 100,
                currency_type: pay.currency,
                title: 'Pay',
                blurb: '',
              },
            ],
          }),
        }),
      ),
      meta: { total: listed(openings).length },
    }),
  unknown: { status: 404, type: json, body: '{"status":404,"error":"Job not found"}' },
}

const lever: Shape = {
  type: json,
  tokenIn: (host, { pathname }) =>
    /^api(\.eu)?\.lever\.co$/.test(host) ? /^\/v0\/postings\/([^/]+)$/.exec(pathname)?.[1] : undefined,
  list(openings, { url, token }) {
    const [skip, limit] = ['skip', 'limit'].map((name) => Number(url.searchParams.get(name)))
    return JSON.stringify(
      listed(openings)
        .slice(skip, skip! + (limit || 100))
        .map(({ id, title, places = ['Oslo'], workplace = 'unspecified', pay, text = TEXT, at = AT }) => ({
          additionalPlain: 'We answer everybody.',
          additional: '<div>We answer everybody.</div>',
          categories: {
            commitment: 'Full-time',
            department: 'Finance',
            location: places[0],
            team: 'Books',
            allLocations: places,
          },
          createdAt: Date.parse(at),
          descriptionPlain: 'You will keep the books.',
          description: text,
          id,
          lists: [{ text: 'You have', content: '<li>Care</li><li>Numbers</li>' }],
          text: title,
          country: 'NO',
          workplaceType: workplace,
          hostedUrl: `https://jobs.lever.co/${token}/${id}`,
          applyUrl: `https://jobs.lever.co/${token}/${id}/apply`,
          ...(pay && {
            salaryRange: {
              ...{ min: pay.min, max: pay.max, currency: pay.currency },
              interval: pay.period === 'hour' ? 'per-hour-wage' : `per-${pay.period}-salary`,
            },
          }),
        })),
    )
  },
  unknown: { status: 404, type: json, body: '{"ok":false,"error":"Document not found"}' },
}

const ashby: Shape = {
  type: json,
  tokenIn: (host, { pathname }) =>
    host === 'api.ashbyhq.com' ? /^\/posting-api\/job-board\/([^/]+)$/.exec(pathname)?.[1] : undefined,
  list: (openings, { token }) =>
    JSON.stringify({
      apiVersion: '1',
      jobs: openings.map(
        ({ id, title, places = ['Oslo'], workplace, pay, text = TEXT, at = AT, isUnlisted = false }) => ({
          id,
          title,
          department: 'Finance',
          team: 'Books',
          employmentType: 'FullTime',
          location: places[0],
          secondaryLocations: places.slice(1).map((place) => ({
            location: place,
            address: { addressLocality: place, addressCountry: 'Norway' },
          })),
          publishedAt: at.replace('Z', '+00:00'),
          isListed: !isUnlisted,
          isRemote: workplace === 'remote' || workplace === 'hybrid' ? true : null,
          workplaceType: workplace
            ? { remote: 'Remote', hybrid: 'Hybrid', onsite: 'OnSite' }[workplace]
            : null,
          address: { postalAddress: { addressLocality: places[0], addressCountry: 'Norway' } },
          jobUrl: `https://jobs.ashbyhq.com/${token}/${id}`,
          applyUrl: `https://jobs.ashbyhq.com/${token}/${id}/application`,
          descriptionHtml: text,
          descriptionPlain: 'You will keep the books.',
          shouldDisplayCompensationOnJobPostings: true,
          compensation: {
            compensationTierSummary: pay ? 'shown' : null,
            summaryComponents: pay
              ? [
                  {
                    compensationType: 'EquityPercentage',
                    interval: 'NONE',
                    currencyCode: null,
                    minValue: 0.1,
                    maxValue: 0.2,
                  },
                  {
                    compensationType: 'Salary',
                    interval: `1 ${pay.period.toUpperCase()}`,
                    currencyCode: pay.currency,
                    minValue: pay.min,
                    maxValue: pay.max,
                  },
                ]
              : [],
          },
        }),
      ),
    }),
  unknown: { status: 404, type: 'text/plain', body: 'Not Found' },
}

const smartrecruiters: Shape = {
  type: json,
  tokenIn: (host, { pathname }) =>
    host === 'api.smartrecruiters.com'
      ? /^\/v1\/companies\/([^/]+)\/postings$/.exec(pathname)?.[1]
      : undefined,
  list(openings, { url, token }) {
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(url.searchParams.get(name)))
    return JSON.stringify({
      offset,
      limit: limit || 100,
      totalFound: listed(openings).length,
      content: listed(openings)
        .slice(offset, offset! + (limit || 100))
        .map(({ id, title, places = ['Oslo'], workplace, at = AT }) => ({
          id,
          name: title,
          uuid: `0a1b2c3d-0000-4000-8000-${id.padStart(12, '0')}`,
          jobAdId: `0a1b2c3d-0000-4000-8000-${id.padStart(12, '0')}`,
          defaultJobAd: true,
          refNumber: `REF${id}`,
          company: { identifier: token, name: 'Acme Bookkeeping' },
          releasedDate: at,
          location: {
            city: places[0],
            region: 'OS',
            country: 'no',
            remote: workplace === 'remote',
            hybrid: workplace === 'hybrid',
            fullLocation: places.join('; '),
          },
          industry: { id: 'accounting', label: 'Accounting' },
          department: {},
          function: { id: 'finance', label: 'Finance' },
          typeOfEmployment: { id: 'permanent', label: 'Full-time' },
          experienceLevel: { id: 'mid_senior_level', label: 'Mid-Senior Level' },
          customField: [],
          ref: `https://api.smartrecruiters.com/v1/companies/${token}/postings/${id}`,
          creator: { name: 'Somebody' },
          language: { code: 'en', label: 'English', labelNative: 'English (US)' },
        })),
    })
  },
  detailIn: (host, { pathname }) =>
    host === 'api.smartrecruiters.com'
      ? /^\/v1\/companies\/([^/]+)\/postings\/([^/]+)$/.exec(pathname)?.slice(1, 3)
      : undefined,
  detail: ({ id, title, pay, text = TEXT }, token) =>
    JSON.stringify({
      id,
      name: title,
      company: { identifier: token, name: 'Acme Bookkeeping' },
      active: true,
      postingUrl: `https://jobs.smartrecruiters.com/${token}/${id}-x`,
      applyUrl: `https://jobs.smartrecruiters.com/${token}/${id}-x?oga=true`,
      jobAd: {
        sections: {
          companyDescription: { title: 'Company', text: '<p>We count.</p>' },
          jobDescription: { title: 'Job', text },
          qualifications: { title: 'You', text: '<p>Care.</p>' },
          additionalInformation: { title: 'More', text: '' },
        },
      },
      ...(pay && {
        compensation: { min: pay.min, max: pay.max, currency: pay.currency, period: pay.period },
      }),
    }),
  // An unknown firm has no postings, and no error.
  unknown: { status: 200, type: json, body: '{"offset":0,"limit":100,"totalFound":0,"content":[]}' },
}

export const SHAPES: Readonly<Record<string, Shape>> = {
  ...{ greenhouse, lever, ashby, smartrecruiters, workable, recruitee, personio, feed },
}
