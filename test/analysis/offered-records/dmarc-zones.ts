import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import type { Chance } from '../../fuzz/random.ts'

/** A record as its owner means it. */
export interface Meant {
  tags: [string, string][]
  receives: boolean
}

export interface DmarcZone {
  fault: string
  /** There is one right record, and it has to be offered. Otherwise none may be. */
  isUnique: boolean
  meant: Meant
  zone: ZoneLiteral
}

const POLICIES = ['none', 'quarantine', 'reject'] as const
const ADDRESSES = [
  'mailto:d@example.org',
  'mailto:d@example.org!10m',
  'mailto:x+y@r.example',
  'mailto:a@s.example!5k',
  'mailto:b@mail.example.org',
]
const OTHERS: readonly [string, readonly string[]][] = [
  ['adkim', ['r', 's']],
  ['aspf', ['r', 's']],
  ['fo', ['0', '1', '1:d:s']],
  ['pct', ['100', '50', '0']],
  ['ri', ['86400']],
  ['rf', ['afrf']],
  ['t', ['y', 'n']],
  ['psd', ['n', 'u']],
  ['x-note', ['Seen-2024', 'a.b']],
]

function some<T>(chance: Chance, from: readonly T[], atLeast: number): T[] {
  const left = [...from]
  const count = atLeast + chance.below(3)
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(chance.below(left.length), 1),
  ).flat()
}

/** A record without a fault. */
export function meantBy(chance: Chance): Meant {
  const tags: [string, string][] = [['rua', some(chance, ADDRESSES, 1).join(',')]]
  if (chance.below(3) === 0) tags.push(['ruf', some(chance, ADDRESSES, 1).join(',')])
  for (const tag of ['sp', 'np'] as const) if (chance.below(3) === 0) tags.push([tag, chance.pick(POLICIES)])
  for (const [name, values] of OTHERS) if (chance.below(4) === 0) tags.push([name, chance.pick(values)])
  return { tags: [['p', chance.pick(POLICIES)], ...some(chance, tags, tags.length)], receives: true }
}

const joined = (tags: readonly (readonly [string, string])[], by = '; ') =>
  tags.map(([name, value]) => `${name}=${value}`).join(by)
/** The record as its owner would write it. */
export const written = ({ tags }: Meant) => `v=DMARC1; ${joined(tags)}`
const held = ({ tags }: Meant, name: string) => tags.find((tag) => tag[0] === name)?.[1] ?? ''
const without = ({ tags, ...rest }: Meant, ...names: string[]): Meant => ({
  ...rest,
  tags: tags.filter(([name]) => !names.includes(name)),
})
const withValue = ({ tags, ...rest }: Meant, name: string, value: string): Meant => ({
  ...rest,
  tags: tags.map((tag): [string, string] => (tag[0] === name ? [name, value] : tag)),
})

type Fault = (
  meant: Meant,
  chance: Chance,
) => { texts: (string | string[])[]; meant?: Meant; zone?: ZoneLiteral }

/** Faults whose repair is unique. */
const UNIQUE: Readonly<Record<string, Fault>> = {
  'version in another case': (meant, chance) => ({
    texts: [written(meant).replace('DMARC1', chance.pick(['dmarc1', 'Dmarc1']))],
  }),
  'version misspelt': (meant, chance) => ({
    texts: [
      written(meant).replace('v=DMARC1', chance.pick(['v=DMARC', 'v=DMARCv1', 'v=DMARC 1', 'v=DMARC1.'])),
    ],
  }),
  'no semicolon behind the version': (meant) => ({ texts: [written(meant).replace(';', '')] }),
  'no semicolons': (meant) => ({ texts: [written(meant).replaceAll(';', '')] }),
  commas: (meant) => ({ texts: [written(meant).replaceAll('; ', ', ')] }),
  'quotes inside': (meant) => ({ texts: [`"${written(meant)}"`] }),
  'curly quotes': (meant) => ({ texts: [Buffer.from(`\u201c${written(meant)}\u201d`).toString('latin1')] }),
  'escaped semicolons': (meant) => ({ texts: [written(meant).replaceAll(';', '\\;')] }),
  'version last': (meant) => ({ texts: [`${joined(meant.tags)}; v=DMARC1`] }),
  'no version': (meant) => ({ texts: [joined(meant.tags)] }),
  'policy not second': ({ tags, ...rest }) => ({
    texts: [`v=DMARC1; ${joined([...tags.slice(1), ...tags.slice(0, 1)])}`],
    meant: { tags, ...rest },
  }),
  'the same twice': (meant) => ({ texts: [written(meant), `${written(meant)};`] }),
  'two lists of addresses': (meant) => ({
    texts: [written(meant), written(withValue(meant, 'rua', 'mailto:second@r.example'))],
    meant: withValue(meant, 'rua', `${held(meant, 'rua')},mailto:second@r.example`),
  }),
  'a tag twice with one value': (meant, chance) => ({
    texts: [`${written(meant)}; ${joined([chance.pick(meant.tags)])}`],
  }),
  'rua twice': (meant) => ({
    texts: [`${written(meant)}; rua=mailto:second@r.example`],
    meant: withValue(meant, 'rua', `${held(meant, 'rua')},mailto:second@r.example`),
  }),
  'no mailto:': (meant) => ({
    texts: [written(withValue(meant, 'rua', `${held(meant, 'rua')},plain@example.org`))],
    meant: withValue(meant, 'rua', `${held(meant, 'rua')},mailto:plain@example.org`),
  }),
  'a semicolon between addresses': (meant) => ({
    texts: [written(withValue(meant, 'rua', `${held(meant, 'rua')}; mailto:second@r.example`))],
    meant: withValue(meant, 'rua', `${held(meant, 'rua')},mailto:second@r.example`),
  }),
  'tag names in capitals': (meant) => ({ texts: [written(meant).replace('rua=', 'RUA=')] }),
  'an empty part': (meant) => ({ texts: [written(meant).replaceAll(';', ';;')] }),
  'words behind it': (meant) => ({ texts: [`${written(meant)}; by Ann`] }),
  'strings joined without a semicolon': (meant) => ({
    texts: [
      [
        `v=DMARC1; p=${held(meant, 'p')}`,
        joined([['rua', held(meant, 'rua')], ...without(meant, 'p', 'rua').tags]),
      ],
    ],
  }),
  'p=none misspelt': (meant, chance) => ({
    texts: [written(withValue(meant, 'p', chance.pick(['non', 'nome', 'None.', 'nonee'])))],
    meant: withValue(meant, 'p', 'none'),
  }),
  'no policy': (meant) => ({
    texts: [written(without(meant, 'p', 'sp', 'np'))],
    meant: withValue(without(meant, 'sp', 'np'), 'p', 'none'),
  }),
  'no reports': (meant) => ({ texts: [written(without(meant, 'rua'))], meant: without(meant, 'rua') }),
}

/** Faults that leave open which record is meant, or that no record fixes. */
const OPEN: Readonly<Record<string, Fault>> = {
  'two policies': (meant) => ({
    texts: [
      written(withValue(meant, 'p', 'none')),
      written(withValue(withValue(meant, 'p', 'reject'), 'sp', 'reject')),
    ],
  }),
  'a policy twice': (meant) => ({ texts: [`${written(withValue(meant, 'p', 'reject'))}; p=quarantine`] }),
  'a policy misspelt': (meant, chance) => ({
    texts: [
      written(withValue(meant, 'p', chance.pick(['rejct', 'quarantene', 'rejected', 'block', 'strict']))),
    ],
  }),
  'a policy for names below alone': (meant) => ({
    texts: [`${written(without(meant, 'p', 'sp'))}; sp=reject`],
  }),
  'sp misspelt': (meant, chance) => ({
    texts: [
      `v=DMARC1; ${joined([...without(meant, 'sp', 'rua').tags, ['sp', chance.pick(['quarantene', 'rejekt', 'drop'])]])}`,
    ],
  }),
  'np misspelt': (meant) => ({ texts: [`${written(without(meant, 'np'))}; np=rejct`] }),
  'the alias of another name': (meant) => ({
    texts: [],
    zone: {
      '_dmarc.example.org': { CNAME: ['_dmarc.r.example'] },
      '_dmarc.r.example': { TXT: [written(meant).replace(';', '')] },
    },
  }),
  'no reports at a domain without mail': (meant) => ({
    texts: [written(without(meant, 'rua'))],
    zone: { 'example.org': { TXT: ['v=spf1 ip4:192.0.2.10 -all'], MX: [[0, '']] } },
  }),
  'no fault at all': (meant) => ({ texts: [written(meant)] }),
  'other spelling without fault': (meant) => ({
    texts: [`v = DMARC1 ;${joined(meant.tags, ' ;').replace('p=', 'p = ').replace('=none', '=NONE')};`],
  }),
  'two in a row': (meant) => ({ texts: [[written(meant).slice(0, 20), written(meant).slice(20)]] }),
  'something else': (meant) => ({ texts: [`${written(meant)}; sp none`] }),
}

export const DMARC_FAULTS = [...Object.keys(UNIQUE), ...Object.keys(OPEN)]

/** The n-th zone: every fault in turn, everything else by chance. */
export function dmarcZone(chance: Chance, n: number): DmarcZone {
  const fault = DMARC_FAULTS[n % DMARC_FAULTS.length] ?? ''
  const drawn = meantBy(chance)
  const make = UNIQUE[fault] ?? OPEN[fault]
  const { texts = [], meant = drawn, zone = {} } = make?.(drawn, chance) ?? {}
  const consent = { TXT: ['v=DMARC1'] }
  const elsewhere: ZoneLiteral =
    chance.below(2) === 0 ? {} : { 'example.org._report._dmarc.r.example': consent }
  return {
    fault,
    isUnique: fault in UNIQUE,
    meant,
    zone: {
      ...elsewhere,
      'r.example': { MX: [[1, 'mx.example.org']] },
      ...(texts.length > 0 && { '_dmarc.example.org': { TXT: texts } }),
      ...zone,
    },
  }
}
