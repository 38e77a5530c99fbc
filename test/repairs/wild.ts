import type { ZoneRecords } from '../../src/net/dns/zone.ts'
import type { Chance } from '../fuzz/random.ts'

/** Names of records that lead to each other, from the first to the last only. */
const RECORDS = ['r0.d.example', 'r1.d.example', 'r2.o.example', 'r3.o.example', 'r4.d.example'] as const

/** A zone in which anything stands beside anything, about a few addresses, so that they meet. */
export class Wild {
  private readonly chance: Chance
  private readonly hosts: readonly string[]

  constructor(chance: Chance) {
    this.chance = chance
    this.hosts = Array.from(
      { length: 14 },
      (_, index) => `h${index}.${chance.pick(['d.example', 'o.example'])}`,
    )
  }

  four(): string {
    return `${this.chance.pick(['198.51.100', '203.0.113', '192.0.2'])}.${this.chance.below(40)}`
  }

  six(): string {
    return `2001:db8:${this.chance.pick(['1', '2', 'ffff'])}::${this.chance.below(20).toString(16)}`
  }

  zone(domain: string): Record<string, ZoneRecords> {
    const { chance, hosts } = this
    const zone: Record<string, ZoneRecords> = { 'alias.d.example': { CNAME: [chance.pick(hosts)] } }
    for (const name of hosts) {
      zone[name] = chance.pick<ZoneRecords>([
        { A: [this.four()] },
        { A: [this.four(), this.four()] },
        { AAAA: [this.six()] },
        { A: [this.four()], AAAA: [this.six()] },
        {},
        { A: [this.four()] },
      ])
    }
    for (const [index, name] of RECORDS.entries()) {
      const own = this.record(Math.min(index + 1, 4), 3, chance.below(14) === 0)
      zone[name] = { TXT: chance.below(25) === 0 ? [own, this.record(4, 2, false)] : [own] }
    }
    zone['r4.d.example'] = { TXT: [`v=spf1 ${this.network()} ${chance.pick(['-all', '~all', '', '?all'])}`] }
    const first = this.record(0, chance.pick([3, 5, 13]), chance.below(4) === 0)
    zone[domain] = {
      ...(chance.below(4) > 0 && { A: [this.four()] }),
      ...(chance.below(2) > 0 && { AAAA: [this.six()] }),
      MX: Array.from({ length: chance.below(3) }, (_, index) => [index, chance.pick(hosts)] as const),
      TXT: chance.below(8) === 0 ? [first, this.record(0, 4, false)] : [first],
    }
    return zone
  }

  private network(): string {
    const { chance } = this
    return chance.pick([
      () => `ip4:${this.four()}`,
      () => `ip4:${this.four()}/${chance.pick([24, 28, 30])}`,
      () => `ip6:${this.six()}`,
      () => `ip6:${this.six()}/${chance.pick([48, 64, 127])}`,
      () => `IP4:${this.four()}`,
    ])()
  }

  private term(depth: number): string {
    const { chance, hosts } = this
    const below = RECORDS.slice(depth)
    const seldom = (term: string) => (chance.below(6) === 0 ? term : this.network())
    const sign = chance.pick(['', '', '', '', '', '', '+', '?', '~', '-'])
    const made = chance.pick([
      () => this.network(),
      () => this.network(),
      () => `a:${chance.pick(hosts)}${chance.pick(['', '', '/24', '//64'])}`,
      () => chance.pick(['a', 'mx', 'a:alias.d.example']),
      () => `mx:${chance.pick(hosts)}`,
      () => `include:${chance.pick(below)}`,
      () => `include:${chance.pick(below)}`,
      () => seldom('ptr'),
      () => seldom('exists:%{ir}.x.example'),
      () => seldom(`exists:${chance.pick(hosts)}`),
      () => seldom('include:gone.d.example'),
      () => seldom('a:gone.d.example'),
      () => seldom('include:%{d2}.r.example'),
    ])
    return `${sign}${made()}`
  }

  private end(depth: number): string {
    const { chance } = this
    const redirect = `redirect=${chance.pick(RECORDS.slice(depth))}`
    return chance.pick([
      '-all',
      '~all',
      '?all',
      '',
      '-all',
      '~all',
      redirect,
      chance.below(6) === 0 ? '+all' : '-all',
    ])
  }

  private fault(): string {
    return this.chance.pick([
      () => `ipv4:${this.four()}`,
      () => this.four(),
      () => `ip4:${this.four()}/33`,
      () => 'foo',
      () => `ip4=${this.four()}`,
      () => `ip6:${this.four()}`,
      () => 'redirect:r2.o.example',
    ])()
  }

  private record(depth: number, most: number, isFaulty: boolean): string {
    const { chance } = this
    const words = Array.from({ length: chance.below(most + 1) }, () => this.term(depth))
    if (isFaulty) words.splice(chance.below(words.length + 1), 0, this.fault())
    const all = [chance.pick(['v=spf1', 'v=spf1', 'V=SPF1']), ...words, this.end(depth)]
    return all.filter(Boolean).join(chance.below(9) === 0 ? '  ' : ' ')
  }
}
