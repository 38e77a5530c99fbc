import { describe, expect, test } from 'bun:test'
import { repairSpf } from '../../../../../src/mail/authentication/spf/repair/repair.ts'
import type { ZoneLiteral } from '../../../../../src/net/dns/zone.ts'
import { zone } from '../../../../support/zone.ts'
import { textsOf } from './texts.ts'

const LEAF = { TXT: ['v=spf1 ip4:198.51.100.1 -all'] }

function repair(text: string, more: ZoneLiteral = {}) {
  const literal = { ...more, 'example.org': { ...more['example.org'], TXT: [text] } }
  return repairSpf('example.org', {}, zone(literal))
}

describe('a record of more than ten look-ups', () => {
  const hosts = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `h${i}.example.org`,
        { A: [`192.0.2.${i}`], AAAA: [`2001:db8::${i + 1}`] },
      ]),
    )

  test('own hosts are replaced by their addresses of both families, and no more than has to be', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `a:h${i}.example.org`).join(' ')
    const found = await repair(`v=spf1 ${names} include:x.example ~all`, { ...hosts(10), 'x.example': LEAF })
    expect(found?.lookups).toBe(10)
    expect(found?.copied).toEqual(['a:h0.example.org'])
    const [[name, text] = []] = textsOf(found)
    expect(name).toBe('example.org')
    expect(text).toStartWith('v=spf1 ip4:192.0.2.0 ip6:2001:db8::1 a:h1.example.org')
    expect(text).toEndWith('include:x.example ~all')
  })

  test('addresses that are too many for one record stand at names that hold nothing else', async () => {
    const includes = Array.from({ length: 12 }, (_, i) => `include:i${i}.example`)
    const literal = Object.fromEntries(
      includes.map((term, number) => [
        term.slice(8),
        {
          TXT: [`v=spf1 ${Array.from({ length: 10 }, (_, i) => `ip4:198.51.${number}.${i}`).join(' ')} -all`],
        },
      ]),
    )
    const taken = { '_spf1.example.org': { TXT: ['something else'] } }
    const found = await repair(`v=spf1 ${includes.join(' ')} -all`, { ...literal, ...taken })
    expect(found?.lookups).toBeLessThanOrEqual(10)
    const texts = textsOf(found)
    expect(texts.map(([name]) => name)).not.toContain('_spf1.example.org')
    for (const [, text] of texts) expect(text.length).toBeLessThanOrEqual(450)
  })

  test('an include that depends on the sender leaves the number of look-ups open', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `a:h${i}.example.org`).join(' ')
    expect(await repair(`v=spf1 ${names} include:%{l}.x.example -all`, hosts(10))).toBeUndefined()
  })

  test('hosts of which one family got no answer are not replaced', async () => {
    const names = Array.from({ length: 11 }, (_, i) => `a:h${i}.example.org`).join(' ')
    const literal = { ...hosts(11), 'example.org': { TXT: [`v=spf1 ${names} -all`] } }
    const all = Array.from({ length: 11 }, (_, i) => `AAAA h${i}.example.org`)
    expect(await repairSpf('example.org', {}, zone(literal, all))).toBeUndefined()
    expect(await repairSpf('example.org', {}, zone(literal, { [all[0] ?? '']: 'not-asked' }))).toMatchObject({
      copied: ['a:h1.example.org'],
    })
  })
})
