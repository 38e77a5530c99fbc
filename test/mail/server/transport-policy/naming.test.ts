import { describe, expect, test } from 'bun:test'
import { judgeTlsNaming, withTlsAddress } from '../../../../src/mail/server/transport-policy/naming.ts'
import type { ZoneLiteral } from '../../../../src/net/dns/zone.ts'
import { zone } from '../../../support/zone.ts'
import { textOf } from '../../authentication/dmarc/reporting/sought.ts'

const ADDRESS = 'token@reports.example'
const NAME = '_smtp._tls.example.org'
const sought = {
  domain: 'example.org',
  address: ADDRESS,
  accounts: [{ domain: 'example.org', address: ADDRESS }],
}
const judged = (literal: ZoneLiteral) => judgeTlsNaming(sought, zone(literal))
const offered = async (literal: ZoneLiteral) => {
  const { publish } = await judged(literal)
  return publish.map(({ change, instead }) => ({
    name: change.name,
    text: textOf(change.records[0]),
    instead,
  }))
}

describe('the TLS-RPT record that names a reports address', () => {
  test('is offered where there is none', async () => {
    expect(await judged({})).toMatchObject({ state: 'missing' })
    expect(await offered({})).toEqual([
      { name: NAME, text: `v=TLSRPTv1; rua=mailto:${ADDRESS}`, instead: undefined },
    ])
  })

  test.each([
    [`v=TLSRPTv1; rua=mailto:${ADDRESS}`],
    [`v=TLSRPTv1; rua=https://x.example/t,mailto:Token@Reports.Example!10m`],
  ])('%s names it', async (text) => {
    expect(await judged({ [NAME]: { TXT: [text] } })).toMatchObject({ state: 'ok', publish: [] })
  })

  test('keeps every address that is there, and what else stands in it', async () => {
    const old = 'v=TLSRPTv1;rua=mailto:a@example.net,https://x.example/t ; ext=1;'
    expect(await offered({ [NAME]: { TXT: [old] } })).toEqual([
      {
        name: NAME,
        text: `v=TLSRPTv1;rua=mailto:a@example.net,https://x.example/t,mailto:${ADDRESS}; ext=1;`,
        instead: old,
      },
    ])
  })

  test('is one of several, with the addresses of all', async () => {
    const TXT = ['v=TLSRPTv1; rua=mailto:a@example.net', 'v=TLSRPTv1; rua=mailto:b@example.net']
    expect(await judged({ [NAME]: { TXT } })).toMatchObject({ state: 'wrong' })
    const [one] = await offered({ [NAME]: { TXT } })
    expect(one?.text).toBe(`v=TLSRPTv1; rua=mailto:a@example.net,mailto:b@example.net,mailto:${ADDRESS}`)
  })

  test('is not guessed where what stands there cannot be read', async () => {
    const item = await judged({ [NAME]: { TXT: ['v=TLSRPTv1; rua=ftp://x.example'] } })
    expect(item).toMatchObject({ state: 'wrong', publish: [], advice: expect.stringContaining(ADDRESS) })
  })

  test('grows to what a record may hold and no further', () => {
    const long = `v=TLSRPTv1; rua=${Array.from({ length: 60 }, (_, at) => `mailto:${at}${'a'.repeat(20)}@example.net`).join(',')}`
    expect(withTlsAddress([long], ADDRESS)).toBeUndefined()
  })
})
