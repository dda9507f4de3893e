// Every known way to lead an SSRF guard to an internal address: spellings, disguises, schemes, and names.

/** Hosts that are, or may be, internal; `port` is where the canary listens. */
export const innerHosts = [
  ...['127.0.0.1', '127.1', '127.0.0.1.', '0x7f.1', '0177.0.0.1', '2130706433', '0', '0.0.0.0', '①②⑦.0.0.1'],
  ...['127。0。0。1', '%31%32%37.0.0.1', '0300.0250.0.1', '2852039166', '0xA9FEA9FE', '169.254.43518'],
  ...['0251.00376.000251.0000376', '169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192'],
  ...['168.63.129.16', '198.18.0.1', '192.88.99.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]'],
  ...['[::127.0.0.1]', '[::ffff:0:7f00:1]', '[::5efe:7f00:1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]'],
  ...['[2002:7f00:1::]', '[2001::1]', '[fe80::1]', '[fe80::1%25eth0]', '[fec0::1]', '[fd00:ec2::254]'],
  ...[
    '[100::1]',
    '[5f00::1]',
    '[3fff::1]',
    '[ff02::1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'foo.localhost',
  ],
  ...['metadata', 'metadata.google.internal', 'printer.local', 'nas.home.arpa', 'x.localdomain', 'x.onion'],
  ...['constructor', '__proto__'],
]

/** Whole addresses: the hosts above with the canary's port, and others that are invalid in different ways. */
export const hostileAddresses = (port: number): string[] => [
  ...innerHosts.map((host) => `http://${host}:${port}/`),
  `http:127.0.0.1:${port}`,
  `http://lo\tcalhost:${port}/`,
  `http://user:pass@127.0.0.1:${port}/`,
  `http://evil\\@127.0.0.1:${port}/`,
  `http://a#@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}@evil.example/`,
  `//127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}/\0`,
  `http://127.0.0.1:${port}/\r\nHost: x`,
  `http://${'a'.repeat(3_000)}.example:${port}/`,
  ...['file:///etc/passwd', `gopher://127.0.0.1:${port}`, `ftp://127.0.0.1:${port}`, 'data:text/plain,x'],
  ...['javascript:alert(1)', `blob:http://127.0.0.1:${port}`, `ws://127.0.0.1:${port}`],
  ...[
    `jar:http://127.0.0.1:${port}!/`,
    '',
    'http://',
    'http:///',
    'http://127.0.0.1:65536/',
    'http://127.0.0.1:0/',
  ],
  ...['http://127.0.0.1:22/', 'http://127.0.0.1:25/', 'http://127.0.0.1:6379/', 'http://127.0.0.1:5432/'],
]

/** DNS results that each make the whole name unacceptable. */
export const hostileAnswers: Record<string, string[]> = {
  loopback: ['127.0.0.1'],
  'loopback of IPv6': ['::1'],
  'a private address beside a public one': ['8.8.8.8', '127.0.0.1'],
  'a private AAAA beside a public A': ['8.8.8.8', '::1'],
  'a mapped loopback': ['::ffff:127.0.0.1'],
  metadata: ['169.254.169.254'],
  'the unspecified address': ['0.0.0.0'],
  nothing: [],
  'fifty public addresses': Array.from({ length: 50 }, (_, n) => `8.8.8.${n + 1}`),
}
