import type { Chance } from '../random.ts'

/** A run of octets of any length. */
export interface Run {
  /** How it is made, to make it again. */
  says: string
  build(size: number): string
}

/** Octets that mean something in a grammar that is read here, and one of each other sort. */
const OCTETS: readonly string[] = [
  ...'\r\n \t\0"\'()<>@,;:\\/[]{}=?&#%.-_+*!~`|^$aA0',
  ...['\x1b', '\x7f', '\x80', '\xc3', '\xe2', '\xff'],
]

/** What opens, closes or separates something in one of the grammars, and letters of several octets. */
const DELIMITERS: readonly string[] = [
  ...['<!--', '-->', '<![', ']]>', '</', '/>', '<a ', '<p>', '&#', '&#x', '&am', '="', "='"],
  ...['/*', '*/', 'url(', '{a:', 'a{}', ':is(', '@a ', '\\0', '!i', '0px '],
  ...['=?', '?=', '=?a?q?', '=3D', '=\r\n', '=\n', '\r\n ', '\r\n\t', '\r\n\r\n', '--b', '--b\r\n', '\r\n--'],
  ...['(\\', '"\\', 'a@', '@a', 'a.', '.a', '<a', 'a>', '<a@', ',<', '();', 'a:', ';a=', '%{i', '%{', '%2'],
  ...['*0*=', '://', 'www.', 'http', 'http://', 'mailto:', 'a b', '{{', '}}', '{%', '%%', '*|', '|*', '[['],
  ...[
    '${',
    '<%',
    '--',
    '1.1.',
    '0.0',
    '1:1',
    '1, ',
    '12 ',
    'aA',
    'a0',
    'a-',
    '0-',
    'x-',
    'ab c',
    '0000',
    'v=',
  ],
  ...['p=', '\x1b$B', '\x1b(B', '~{', '+A', 'data:', 'From ', 'begin ', '[1]', '> ', '$1', '#a', '- ', '__'],
  ...['``', 'tr ', 'no ', '\xc3\xa9', '\xe2\x80\x8b', '\xe2\x80\xae', '\xcc\x81', '\xe3\x80\x80', '\xd0\xb0'],
]

const PIECES = [...OCTETS, ...DELIMITERS]

/** The unit again and again. */
export function repeated(unit: string): Run {
  return {
    says: JSON.stringify(unit),
    build: (size) => unit.repeat(Math.ceil(size / unit.length)),
  }
}

/** One run behind another: what is looked for behind the first may be looked for from each of its octets. */
export function inTurn(first: string, second: string): Run {
  return {
    says: `${JSON.stringify(first)} again and again, then ${JSON.stringify(second)}`,
    build: (size) => repeated(first).build(size / 2) + repeated(second).build(size / 2),
  }
}

/** Two or three pieces of the grammars, mixed or one behind the other. */
function someRun(chance: Chance): Run {
  const [first, second] = [chance.pick(PIECES), chance.pick(PIECES)]
  switch (chance.below(4)) {
    case 0:
      return inTurn(first, second)
    case 1:
      return repeated(first + second + chance.pick(PIECES))
    default:
      return repeated(first + second)
  }
}

/** Without an end: every octet, every pair of octets, and pieces of the grammars, in turn. */
export function* runs(chance: Chance): Generator<Run, never> {
  const from = chance.below(65_536)
  for (let i = 0; ; i += 1) {
    yield repeated(String.fromCharCode((from + i * 101) % 256))
    // An odd step meets every number below 65,536 once.
    const pair = (from + i * 40_503) % 65_536
    yield repeated(String.fromCharCode(pair >> 8, pair & 255))
    yield repeated(chance.pick(OCTETS) + chance.pick(OCTETS))
    yield someRun(chance)
    yield someRun(chance)
  }
}
