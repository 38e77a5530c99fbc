import { describe, expect, test } from 'bun:test'
import { type NamedUse, unregisteredNames } from '../../../src/mail/fixing/unregistered-names.ts'
import { zoneResolver } from '../../../src/net/dns/zone.ts'

const SOA = [{ primary: 'ns.nic.example', mailbox: 'hostmaster.nic.example', serial: 1 }]
const resolver = zoneResolver({ com: { SOA } })
const use = (name: string) => ({
  name,
  type: 'TXT' as const,
  what: 'a term',
  harm: 'can send',
  remedy: 'remove it',
})

test.each(['_spf.gone.com', '_SPF.Gone.COM', '_spf.gone.com.'])(
  '%s, as records write names',
  async (name) => {
    const { remarks, names } = await unregisteredNames('code', [use(name)], [], resolver)
    const [remark, ...others] = remarks
    expect(others).toEqual([])
    expect(remark?.says).toBe(
      'a term leads to _spf.gone.com, whose domain gone.com looks unregistered: whoever registers it can send.',
    )
    expect([...names]).toEqual(['_spf.gone.com'])
    const known = await unregisteredNames('code', [use(name)], ['Gone.com.'], resolver)
    expect([known.remarks, known.told, [...known.names]]).toEqual([[], [], []])
  },
)

describe('what leads below one domain is told once', () => {
  const told = async (uses: NamedUse[]) => {
    const { remarks, names } = await unregisteredNames('code', uses, [], resolver)
    return {
      says: remarks.map(({ says }) => says),
      advice: remarks.map(({ advice }) => advice),
      names: [...names],
    }
  }
  const term = (what: string, name: string, place = 'in the record') => ({
    ...use(name),
    what,
    place,
    remedy: `remove ${what}`,
  })

  test('terms of one record', async () => {
    const { says, advice, names } = await told([
      term('a:gone.com', 'gone.com'),
      term('include:held', 'x.lost.com'),
      term('mx:b.gone.com', 'b.gone.com'),
    ])
    expect(says).toEqual([
      'a:gone.com and mx:b.gone.com in the record lead to gone.com and b.gone.com, whose domain gone.com looks unregistered: whoever registers it can send.',
      'include:held in the record leads to x.lost.com, whose domain lost.com looks unregistered: whoever registers it can send.',
    ])
    expect(advice[0]).toEndWith(
      ': remove a:gone.com; remove mx:b.gone.com, or correct the names where they are misspelt.',
    )
    expect(advice[0]?.split('gone.com up in the registration data')).toHaveLength(2)
    expect(names).toEqual(['gone.com', 'b.gone.com', 'x.lost.com'])
  })

  test('one that leads to several names, and several that are called alike', async () => {
    const { says } = await told([term('mx', 'a.gone.com'), term('mx', 'b.gone.com')])
    expect(says).toEqual([
      'mx in the record leads to a.gone.com and b.gone.com, whose domain gone.com looks unregistered: whoever registers it can send.',
    ])
    const host = (name: string) => ({ ...term('An MX record', name, 'of x.example'), several: 'MX records' })
    const hosts = await told([host('a.gone.com'), host('b.gone.com')])
    expect(hosts.says).toEqual([
      'MX records of x.example lead to a.gone.com and b.gone.com, whose domain gone.com looks unregistered: whoever registers it can send.',
    ])
    expect((await told([host('a.gone.com'), host('a.gone.com')])).says[0]).toStartWith(
      'An MX record of x.example leads to a.gone.com, ',
    )
  })

  test('in several places, with several harms', async () => {
    const { says } = await told([
      { ...term('An address', 'gone.com', 'in rua='), harm: 'can read reports' },
      { ...term('An address', 'gone.com', 'in ruf='), harm: 'can read messages' },
    ])
    expect(says).toEqual([
      'An address in rua= and an address in ruf= lead to gone.com, which looks unregistered: whoever registers it can read reports and can read messages.',
    ])
  })

  test('names that are not told are not among those that nothing else is advised about', async () => {
    const uses = Array.from({ length: 7 }, (_, index) => term(`a:${index}`, `x.gone${index}.com`))
    const { says, names } = await told(uses)
    expect(says).toHaveLength(5)
    expect(names).toEqual(['x.gone0.com', 'x.gone1.com', 'x.gone2.com', 'x.gone3.com', 'x.gone4.com'])
  })
})
