import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import {
  hostOf,
  isPublicAddress,
  mappedPlace,
  pagePort,
  resolvePublic,
  readAddress,
  webhookPort,
  type AddressRules,
} from '../../../core/outbound/address.ts'

const rules: AddressRules = { allowPrivateHosts: [], mayUsePort: webhookPort }

/** Every known spelling of an internal address, and other ways to confuse a URL parser. */
const HOSTILE_HOSTS = [
  ...[
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
  ],
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ],
  ...['[::ffff:a9fe:a9fe]', '[::127.0.0.1]', '[::ffff:0:7f00:1]', '[::5efe:7f00:1]', '[64:ff9b::7f00:1]'],
  ...['[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001::1]', '[fe80::1]', '[fe80::1%25eth0]', '[fec0::1]'],
  ...['[fd00:ec2::254]', '[100::1]', '[5f00::1]', '[3fff::1]', '[ff02::1]', '0300.0250.0.1', '2852039166'],
  ...['0xA9FEA9FE', '169.254.43518', '0251.00376.000251.0000376', '100.100.100.200', '192.0.0.192'],
  ...[
    '168.63.129.16',
    '169.254.169.254',
    '169.254.170.2',
    '198.18.0.1',
    '192.88.99.1',
    '224.0.0.1',
    '240.0.0.1',
  ],
  ...['255.255.255.255', 'localhost', 'LOCALHOST', 'localhost.', 'foo.localhost', 'lo\tcalhost', 'metadata'],
  ...['metadata.google.internal', 'printer.local', 'nas.home.arpa', 'x.localdomain', 'x.onion', 'intranet'],
  ...['user:pass@a.example', '@a.example', 'evil\\@127.0.0.1', 'a#@127.0.0.1', '127.0.0.1:80@evil.example'],
  ...[
    'a..example',
    'a!b.example',
    '-a.example',
    `${'a'.repeat(64)}.example`,
    `${'a'.repeat(3000)}.example`,
    '',
  ],
  ...['a.example:0', 'a.example:22', 'a.example:25', 'a.example:5432', 'a.example:6379', 'a.example:65536'],
  ...['a.example/\0', 'a.example/\r\nHost: x', 'a.example/ x'],
]
const HOSTILE = [
  ...HOSTILE_HOSTS.map((host) => `http://${host}`),
  ...['http:127.0.0.1', 'http:a.example', 'https:///a.example', '//a.example', 'a.example', '', 'http://'],
  ...[
    'file:///etc/passwd',
    'gopher://a.example',
    'ftp://a.example',
    'data:text/plain,x',
    'javascript:alert(1)',
  ],
  ...['blob:http://a.example', 'ws://a.example', 'jar:http://a.example!/'],
]

describe('the address guard', () => {
  test.each(HOSTILE)('refuses %j without a DNS query', (address) => {
    expect(readAddress(address, rules)).toHaveProperty('problem')
  })

  test.each([
    'https://example.com/hook?key=1#part',
    'http://8.8.8.8:8080/',
    'https://[2606:4700::1111]/',
    'HTTPS://Example.COM./',
    'https://münchen.example/',
    'https://a_b.c-d.example:8443/x',
  ])('accepts %s', (address) => {
    expect(readAddress(address, rules)).toMatchObject({ exempt: false })
  })

  test('accepts letters such as ü also after thousands of addresses', () => {
    for (let at = 0; at < 20_000; at++) readAddress(`https://example.com/${at}`, rules)
    expect(readAddress('https://münchen.example/', rules)).toMatchObject({ exempt: false })
  })

  test.each([
    [`http://a.example/${'x'.repeat(2_048)}`, 'is longer than 2048 characters'],
    ['http://a.example/ x', 'contains a space, a control character or a backslash'],
    ['ftp://a.example', 'must start with http:// or https://'],
    ['x http://a.example'.replace(' ', ''), 'must start with http:// or https://'],
    ['http://a.example:65536', 'is not a URL'],
    ['http://user@a.example', 'must not carry a user name or password'],
    ['http://:word@a.example', 'must not carry a user name or password'],
    ['http://@a.example', 'must not carry a user name or password'],
    ['http://10.0.0.1', 'is not a public address'],
    ['http://a.example:22', 'must not use port 22'],
    ['https://[2001::1]', 'is not a public address'],
  ])('says of %s what is wrong', (address, problem) => {
    expect(readAddress(address, rules)).toEqual({ problem })
  })

  test('takes an address and a name as long as they may be, and no longer', () => {
    const address = 'http://a.example/'.padEnd(2_048, 'x')
    expect(readAddress(address, rules)).toEqual({ url: new URL(address), exempt: false })
    expect(readAddress(`${address}x`, rules)).toHaveProperty('problem')
    const name = `${'a'.repeat(59)}.${`${'a'.repeat(61)}.`.repeat(3)}example`
    expect(name).toHaveLength(253)
    expect(readAddress(`http://${name}`, rules)).toHaveProperty('url')
    expect(readAddress(`http://a${name}`, rules)).toHaveProperty('problem')
  })

  test.each([
    'http://localhost.example',
    'http://mylocal.example',
    'http://x.onions',
    'http://a.mylocalhost',
  ])('takes %s, which only looks like an inner name', (address) => {
    expect(readAddress(address, rules)).toHaveProperty('url')
  })

  test('pages are fetched from the two ports of the web, whichever the scheme', () => {
    const passes = (address: string) =>
      !('problem' in readAddress(address, { allowPrivateHosts: [], mayUsePort: pagePort }))
    expect(['http://a.example', 'https://a.example', 'https://a.example:80'].map(passes)).toEqual([
      ...[true, true, true],
    ])
    expect(['http://a.example:8080', 'https://a.example:8443'].map(passes)).toEqual([false, false])
    // The scheme gives the port where none is written.
    const only = (wanted: number) => (address: string) =>
      !('problem' in readAddress(address, { allowPrivateHosts: [], mayUsePort: (port) => port === wanted }))
    expect(['http://a.example', 'https://a.example'].map(only(80))).toEqual([true, false])
    expect(['http://a.example', 'https://a.example'].map(only(443))).toEqual([false, true])
    expect([1_023, 1_024, 6_379].map(webhookPort)).toEqual([false, true, false])
  })

  test('a host that goes elsewhere is the nearest one named, with its port before it alone', () => {
    const place = (name: string) => ({ host: name, port: 1 })
    const map = {
      'a.example': place('named'),
      'a.example:8443': place('port'),
      '*.example': place('below'),
      '*.deep.example': place('deeper'),
    }
    const goes = (address: string) => mappedPlace(new URL(address), map)?.host
    expect(goes('https://a.example')).toBe('named')
    expect(goes('https://a.example:8443')).toBe('port')
    expect(goes('https://b.example')).toBe('below')
    expect(goes('https://x.deep.example')).toBe('deeper')
    expect(goes('https://x.y.deep.example')).toBe('deeper')
    expect(goes('https://example')).toBeUndefined()
    expect(goes('https://a.sample')).toBeUndefined()
    expect(mappedPlace(new URL('https://a.example'))).toBeUndefined()
    expect(readAddress('http://a.example:22', { ...rules, hostMap: map })).toEqual({
      ...{ url: new URL('http://a.example:22'), exempt: true },
    })
  })

  test('an exemption matches one host or one host and port, and nothing wider', () => {
    const passes = (entry: string, address: string) =>
      !('problem' in readAddress(address, { ...rules, allowPrivateHosts: [entry] }))
    expect(passes('localhost:3000', 'http://localhost:3000/x')).toBe(true)
    expect(passes('localhost', 'http://localhost:22/')).toBe(true)
    expect(passes('127.0.0.1', 'http://127.1:5000/')).toBe(true)
    expect(passes('localhost:80', 'http://localhost/')).toBe(true)
    expect(passes('[::1]:80', 'http://[::1]/')).toBe(true)
    expect(passes('::1', 'http://[::1]:7/')).toBe(true)
    expect(passes('localhost:3000', 'http://localhost:3001/')).toBe(false)
    expect(passes('localhost', 'http://a.localhost/')).toBe(false)
    expect(passes('localhost', 'http://user@localhost/')).toBe(false)
    expect(passes('[::1]:80', 'http://[::1]:81/')).toBe(false)
    expect(passes('not an entry', 'http://127.0.0.1/')).toBe(false)
  })

  test('no IPv4 address is accepted in an obfuscated form if its plain form is refused', () => {
    fc.assert(
      fc.property(fc.ipV4(), (plain) => {
        const number = plain.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
        const hex = number.toString(16).padStart(8, '0')
        const mapped = `[::ffff:${hex.slice(0, 4)}:${hex.slice(4)}]`
        const passes = (host: string) => !('problem' in readAddress(`http://${host}/`, rules))
        for (const host of [String(number), `0x${hex}`]) expect(passes(host)).toBe(isPublicAddress(plain))
        expect(passes(mapped)).toBe(false)
      }),
    )
  })

  test('it never throws, for any input', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => void readAddress(text, rules)))
  })

  test('a name is refused if any of its addresses is private, or if it has too many', async () => {
    const where = (...addresses: string[]) =>
      resolvePublic('a.example', false, () => Promise.resolve(addresses))
    expect(await where('8.8.8.8', '2606:4700::1111')).toEqual({ addresses: ['8.8.8.8', '2606:4700::1111'] })
    expect(await where('8.8.8.8', '10.0.0.1')).toBe('private')
    expect(await where('8.8.8.8', '::1')).toBe('private')
    const most = Array.from({ length: 16 }, () => '8.8.8.8')
    expect(await where(...most)).toEqual({ addresses: most })
    expect(await where(...Array.from({ length: 17 }, () => '8.8.8.8'))).toBe('private')
    expect(await where()).toBe('unknown')
    expect(await resolvePublic('a.example', false, () => Promise.reject(new Error('SERVFAIL')))).toBe(
      'unknown',
    )
  })

  test('a name server that keeps silent is waited for two seconds, no longer', async () => {
    vi.useFakeTimers()
    try {
      const asked = resolvePublic('a.example', false, () => new Promise(() => {}))
      let known: unknown = 'waiting'
      void asked.then((answer) => (known = answer))
      await vi.advanceTimersByTimeAsync(2_000)
      expect(known).toBe('waiting')
      await vi.advanceTimersByTimeAsync(1_000)
      expect(known).toBe('unknown')
      await resolvePublic('a.example', false, () => Promise.resolve(['8.8.8.8']))
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('an exempt name is asked of the system, which knows the hosts file', async () => {
    const found = await resolvePublic('localhost', true)
    expect(found).toHaveProperty('addresses')
    const { addresses } = found as { addresses: string[] }
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) expect(['127.0.0.1', '::1']).toContain(address)
  })

  test('what is no address is not a public one', () => {
    for (const text of ['', 'a.example', '999.1.1.1']) expect(isPublicAddress(text)).toBe(false)
  })

  test('a literal address is checked without DNS', async () => {
    const host = hostOf(new URL('http://[2606:4700::1111]/'))
    expect(await resolvePublic(host, false)).toEqual({ addresses: ['2606:4700::1111'] })
    expect(await resolvePublic('10.0.0.1', false)).toBe('private')
    expect(await resolvePublic('10.0.0.1', true)).toEqual({ addresses: ['10.0.0.1'] })
  })
})
