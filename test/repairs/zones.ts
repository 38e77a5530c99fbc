import { isIP } from 'node:net'
import type { ZoneLiteral, ZoneRecords } from '../../src/net/dns/zone.ts'
import type { Chance } from '../fuzz/random.ts'
import { Wild } from './wild.ts'

/** A domain with a faulty record, and who sends for it. */
export interface Scene {
  kind: string
  zone: Record<string, ZoneRecords>
  client: string
  /** What the host calls itself; absent: mail. and the domain. */
  helo?: string
  /** It has one fault, and one record fixes it. */
  unique: boolean
}

export const DOMAIN = 'd.example'

/** Builds the names around a record. */
class Builder {
  readonly zone: Record<string, ZoneRecords> = {}
  private hosts = 0

  readonly chance: Chance

  constructor(chance: Chance) {
    this.chance = chance
  }

  four(): string {
    return `198.51.${this.chance.below(100)}.${this.chance.below(250)}`
  }

  six(): string {
    return `2001:db8:${this.chance.below(99) + 1}::${this.chance.below(99) + 1}`
  }

  /** A host of one family, of both, or of none. */
  host(families: 'four' | 'six' | 'both' | 'none' | 'any' = 'any', org = DOMAIN): string {
    this.hosts += 1
    const name = `h${this.hosts}.${org}`
    const kind = families === 'any' ? this.chance.pick(['four', 'six', 'both', 'four'] as const) : families
    this.zone[name] = {
      ...((kind === 'four' || kind === 'both') && { A: [this.four()] }),
      ...((kind === 'six' || kind === 'both') && { AAAA: [this.six()] }),
      ...(kind === 'none' && { TXT: ['other'] }),
    }
    return name
  }

  network(): string {
    const { chance } = this
    return chance.pick([
      () => `ip4:${this.four()}`,
      () => `ip4:198.51.${chance.below(100)}.0/${chance.pick([24, 26, 28])}`,
      () => `ip6:${this.six()}`,
      () => `ip6:2001:db8:${chance.below(99) + 1}::/48`,
    ])()
  }

  /** An include of another organisation, of plain networks and sometimes more below it. */
  service(depth = 0): string {
    this.hosts += 1
    const name = `spf.s${this.hosts}.example`
    const terms = this.some(1, 3, () =>
      depth < 1 && this.chance.below(4) === 0 ? this.service(depth + 1) : this.network(),
    )
    this.zone[name] = { TXT: [`v=spf1 ${terms.join(' ')} ${this.chance.pick(['-all', '~all', '?all'])}`] }
    return `include:${name}`
  }

  /** A term that lets somebody in. */
  term(): string {
    const { chance } = this
    return chance.pick([
      () => this.network(),
      () => this.network(),
      () => `a:${this.host()}`,
      () => `a:${this.host('any', 'hosting.example')}`,
      () => 'a',
      () => 'mx',
      () => this.service(),
      () => this.service(),
    ])()
  }

  some<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.chance.below(most - least + 1) }, make)
  }

  terms(least: number, most: number): string[] {
    return [...new Set(this.some(least, most, () => this.term()))]
  }

  all(): string {
    return this.chance.pick(['-all', '~all', '-all', '~all', '?all'])
  }

  record(...words: string[]): string {
    return ['v=spf1', ...words].filter(Boolean).join(' ')
  }

  done(kind: string, texts: string[], { unique = false, client = this.client() } = {}): Scene {
    const { chance } = this
    const mx = this.some(1, 2, () => this.host(chance.pick(['four', 'both', 'six'])))
    this.zone[DOMAIN] = {
      A: [this.four()],
      ...(chance.below(2) === 0 && { AAAA: [this.six()] }),
      MX: mx.map((host, index) => [10 + index, host] as const),
      TXT: [...texts, 'verification=1'],
    }
    return { kind, zone: this.zone, client, unique }
  }

  client(): string {
    return this.chance.below(2) === 0
      ? `203.0.113.${this.chance.below(250)}`
      : `2001:db8:ffff::${this.chance.below(99) + 1}`
  }
}

const many = (build: Builder, count: number, make: () => string) => build.some(count, count, make)

/** Every fault that was seen, by name. */
export const KINDS: Readonly<Record<string, (build: Builder) => Scene>> = {
  'the other family': (b) =>
    b.done(
      'the other family',
      [
        b.record(
          'a',
          `a:${b.host('four')}`,
          `a:${b.host('four')}`,
          b.chance.pick(['', 'ip6:2001:db8:77::1']),
          '-all',
        ),
      ],
      { client: b.chance.pick(['2001:db8:ffff::9', '203.0.113.7']) },
    ),
  'redirect without all': (b) => {
    const target = b.chance.pick([`_spf.${DOMAIN}`, 'spf.other.example'])
    const terms = b.terms(1, 3)
    b.zone[target] = { TXT: [b.record(...terms)] }
    const own = b.chance.below(2) === 0 ? [b.network()] : []
    const client = b.chance.below(2) === 0 ? { client: addressIn(terms) ?? b.client() } : {}
    return b.done('redirect without all', [b.record(...own, `redirect=${target}`)], client)
  },
  ptr: (b) => {
    const terms = [...b.terms(1, 3), 'ptr', ...(b.chance.below(2) ? many(b, 11, () => `a:${b.host()}`) : [])]
    return b.done('ptr', [b.record(...shuffled(b, terms), b.all())])
  },
  'two records': (b) => {
    const one = [...b.terms(1, 4), b.chance.pick(['-all', '~all', '?all', ''])]
    const target = `_spf.${DOMAIN}`
    b.zone[target] = { TXT: [b.record(b.network(), '~all')] }
    const other = b.chance.pick([
      () => [...b.terms(1, 4), b.all()],
      () => [`redirect=${target}`],
      () => [...many(b, 8, () => `a:${b.host()}`), '~all'],
      () => [`-${b.network()}`, b.network(), '-all'],
    ])()
    return b.done('two records', [b.record(...one), b.record(...other)])
  },
  'a misspelt include': (b) =>
    b.done('a misspelt include', [
      b.record(...shuffled(b, [`include:_spf.gone${b.chance.below(9)}.example`, ...b.terms(0, 3)]), b.all()),
    ]),
  'softfail and ten look-ups': (b) =>
    b.done('softfail and ten look-ups', [
      b.record(
        ...many(b, 8 + b.chance.below(5), () => b.chance.pick([() => `a:${b.host()}`, () => b.service()])()),
        '~all',
      ),
    ]),
  'terms that do not pass': (b) => {
    const client = b.client()
    const net = client.includes(':') ? 'ip6:2001:db8:ffff::/48' : 'ip4:203.0.113.0/24'
    b.zone['spf.soft.example'] = { TXT: [b.record(net, b.network(), '~all')] }
    const odd = b.some(1, 3, () =>
      b.chance.pick([
        `-${net}`,
        `~${net}`,
        `?${net}`,
        '?include:spf.soft.example',
        `-a:${b.host()}`,
        `?${b.network()}`,
        `-ip4:198.51.0.0/17`,
      ]),
    )
    return b.done('terms that do not pass', [b.record(...shuffled(b, [...odd, ...b.terms(1, 3)]), b.all())], {
      client,
    })
  },
  'a prefix that cannot be': (b) =>
    b.done('a prefix that cannot be', [
      b.record(
        ...shuffled(b, [
          b.chance.pick([`ip4:${b.four()}/33`, `ip6:${b.six()}/129`, `a:${b.host()}/40`]),
          ...b.terms(0, 3),
        ]),
        b.all(),
      ),
    ]),
  'an unknown modifier': (b) =>
    b.done('an unknown modifier', [
      b.record(
        ...b.terms(1, 3),
        b.chance.pick(['include=spf.other.example', `ip4=${b.four()}`, 'a=x']),
        b.all(),
      ),
    ]),
  'no record': (b) => {
    const scene = b.done('no record', [], { unique: true })
    if (b.chance.below(2) === 0)
      scene.zone[DOMAIN] = { ...scene.zone[DOMAIN], MX: [[1, 'mx.provider.example']] }
    return scene
  },
  everybody: (b) => {
    b.zone['spf.wide.example'] = { TXT: ['v=spf1 +all'] }
    const wide = b.chance.pick([
      '+all',
      'include:spf.wide.example',
      'ip4:0.0.0.0/0',
      'ip6:::/0',
      'ip4:0.0.0.0/1 ip4:128.0.0.0/1',
      'a/0',
    ])
    return b.done('everybody', [b.record(...b.terms(0, 2), wide, b.chance.pick(['-all', '']))])
  },
  'too many look-ups': (b) =>
    b.done('too many look-ups', [
      b.record(
        ...shuffled(b, [...many(b, 11 + b.chance.below(4), () => `a:${b.host()}`), ...b.terms(0, 3)]),
        b.all(),
      ),
    ]),
  'terms without an answer': (b) =>
    b.done('terms without an answer', [
      b.record(...shuffled(b, [...many(b, 3, () => `a:${b.host('none')}`), ...b.terms(1, 3)]), b.all()),
    ]),
  'a fault below': (b) => {
    const name = `_spf.${DOMAIN}`
    b.zone[name] = { TXT: [b.record(`ipv4:${b.four()}`, ...b.terms(0, 2), '~all')] }
    return b.done('a fault below', [b.record(...shuffled(b, [`include:${name}`, ...b.terms(0, 2)]), b.all())])
  },
  anything: (b) => {
    const odd = b.some(0, 3, () =>
      b.chance.pick([
        () => 'ptr',
        () => 'exists:%{i}._spf.other.example',
        () => `ipv4:${b.four()}`,
        () => `${b.chance.pick(['-', '~', '?'])}${b.term()}`,
        () => `include:gone.example`,
        () => `include:${DOMAIN}`,
        () => `a:${b.host('none')}`,
        () => `ip4:${b.four()},`,
        () => 'all.',
        () => `redirect:spf.other.example`,
        () => 'exp=why.d.example',
      ])(),
    )
    const terms = shuffled(b, [...b.terms(0, 12), ...odd])
    const second = b.chance.below(6) === 0 ? [b.record(...b.terms(1, 3), b.all())] : []
    return b.done('anything', [b.record(...terms, b.chance.below(5) === 0 ? '' : b.all()), ...second])
  },
  'whatever meets': ({ chance }) => {
    const wild = new Wild(chance)
    const client = chance.below(2) === 0 ? wild.four() : wild.six()
    return { kind: 'whatever meets', zone: wild.zone(DOMAIN), client, unique: false }
  },
  'one fault: not listed': (b) =>
    b.done('one fault: not listed', [b.record(...b.terms(1, 4), b.all())], { unique: true }),
  'one fault: a slip': (b) => {
    const slip = b.chance.pick([
      `ipv4:${b.four()}`,
      `ip4:${b.six()}`,
      `${b.four()}`,
      `ip6:${b.four()}`,
      `ip4:${b.four()},`,
    ])
    return b.done(
      'one fault: a slip',
      [b.record(...shuffled(b, [slip, ...b.terms(1, 3)]), b.chance.pick(['-all', '~all']))],
      { unique: true },
    )
  },
  'one fault: two records': (b) =>
    b.done(
      'one fault: two records',
      [b.record(...b.terms(1, 3), '~all'), b.record(...b.terms(1, 3), '~all')],
      { unique: true },
    ),
  'one fault: no all': (b) => {
    const client = b.client()
    const own = `${client.includes(':') ? 'ip6' : 'ip4'}:${client}`
    return b.done('one fault: no all', [b.record(own, ...b.terms(1, 3))], { unique: true, client })
  },
  'one fault: own hosts over the limit': (b) =>
    b.done(
      'one fault: own hosts over the limit',
      [b.record(...many(b, 11 + b.chance.below(5), () => `a:${b.host()}`), b.chance.pick(['-all', '~all']))],
      { unique: true },
    ),
}

function shuffled(b: Builder, words: readonly string[]): string[] {
  const left = [...words]
  const made: string[] = []
  while (left.length > 0) made.push(...left.splice(b.chance.below(left.length), 1))
  return made
}

function addressIn(terms: readonly string[]): string | undefined {
  return terms.flatMap((term) => /^ip[46]:([^/]+)/.exec(term)?.[1] ?? [])[0]
}

/** The scene of one number: the kinds take turns. */
export function sceneOf(chance: Chance, number: number): Scene {
  const kinds = Object.values(KINDS)
  const kind = kinds[number % kinds.length]
  if (!kind) throw new Error('no kinds')
  return kind(new Builder(chance))
}

/** Every address that a zone names, with those beside it: first and last of each network, and strangers. */
export function addressesOf({ zone, client }: Scene): string[] {
  const records = Object.values(zone as ZoneLiteral)
  const named = records.flatMap(({ A = [], AAAA = [] }) => [...A, ...AAAA])
  const written = records.flatMap(({ TXT = [] }) => TXT.flatMap((text) => addressesIn(String(text))))
  const all = new Set([client, '192.0.2.77', '2001:db8:aaaa::1', ...named, ...written])
  return [...all].filter((one) => isIP(one) > 0)
}

function addressesIn(text: string): string[] {
  const four = [...text.matchAll(/(\d+\.\d+\.\d+\.\d+)/g)].flatMap(([, address = '']) => around4(address))
  const six = [...text.matchAll(/ip[46]:([0-9a-f:]+)/gi)].map(([, address = '']) =>
    address.endsWith('::') ? `${address}5` : address,
  )
  return [...four, ...six]
}

function around4(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const of = (last: number) => `${a}.${b}.${c}.${Math.max(0, Math.min(255, last))}`
  return [of(d), of(d + 1), of(d === 0 ? 200 : d)]
}
