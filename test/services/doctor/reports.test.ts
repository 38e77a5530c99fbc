import { describe, expect, test } from 'bun:test'
import type { ZoneLiteral } from '../../../src/net/dns/zone.ts'
import { findingOf, ZONE } from './world.ts'

const HOST = 'reports.example.org'
const WILDCARD = `*._report._dmarc.${HOST}`
const settings = { reportsHost: HOST }

const of = (id: string, more: ZoneLiteral = {}, fail: string[] = []) =>
  findingOf(id, { settings, zone: { ...ZONE, ...more }, fail })

describe('the MX record of the reports host', () => {
  test('is that of the mail domain where they are one', async () => {
    expect(await findingOf('dmarc-mx')).toBeUndefined()
  })

  test('leads to this machine', async () => {
    expect(await of('dmarc-mx', { [HOST]: { MX: [[10, 'mx.example.org']] } })).toMatchObject({
      state: 'ok',
      seen: `The MX record of ${HOST} leads to this machine: mx.example.org.`,
    })
  })

  test.each<[string, ZoneLiteral, string]>([
    ['there is none', { [HOST]: { TXT: ['x'] } }, `${HOST} has no MX record.`],
    ['there is no such name', {}, `${HOST} does not exist in the DNS.`],
    ['a null MX', { [HOST]: { MX: [[0, '']] } }, 'is a null MX'],
    [
      'elsewhere',
      { [HOST]: { MX: [[10, 'mx.example.net']] }, 'mx.example.net': { A: ['192.0.2.99'] } },
      'leads to 192.0.2.99; this machine has 192.0.2.1.',
    ],
  ])('%s', async (_name, zone, seen) => {
    expect(await of('dmarc-mx', zone)).toMatchObject({
      state: 'attention',
      seen: expect.stringContaining(seen),
      steps: [{ kind: 'record', lines: [`${HOST}. IN MX 10 mx.example.org.`] }],
    })
  })

  test('no answer is not known', async () => {
    expect(await of('dmarc-mx', {}, [`MX ${HOST}`])).toMatchObject({ state: 'unknown' })
  })

  test('an evaluation has none', async () => {
    expect(await findingOf('dmarc-mx', { settings: { ...settings, evaluation: true } })).toBeUndefined()
  })
})

describe('the consent of the reports host', () => {
  test.each<[string, ZoneLiteral]>([
    ['for every domain', { [WILDCARD]: { TXT: ['v=DMARC1;'] } }],
    ['by an alias', { [WILDCARD]: { CNAME: ['c.example.net'] }, 'c.example.net': { TXT: ['v=DMARC1'] } }],
  ])('%s', async (_name, zone) => {
    expect(await of('dmarc-consent', zone)).toMatchObject({ state: 'ok' })
  })

  test.each<[string, ZoneLiteral]>([
    ['none', {}],
    ['for one domain alone', { [`example.com._report._dmarc.${HOST}`]: { TXT: ['v=DMARC1'] } }],
    ['another text', { [WILDCARD]: { TXT: ['v=spf1 -all'] } }],
  ])('%s', async (_name, zone) => {
    expect(await of('dmarc-consent', zone)).toMatchObject({
      state: 'attention',
      steps: [{ kind: 'record', lines: [`${WILDCARD}. IN TXT "v=DMARC1"`] }],
    })
  })

  test('one that sends reports elsewhere', async () => {
    const seen = await of('dmarc-consent', { [WILDCARD]: { TXT: [`v=DMARC1; rua=mailto:all@${HOST}`] } })
    expect(seen).toMatchObject({
      state: 'attention',
      seen: expect.stringContaining(`"mailto:all@${HOST}" in rua=`),
    })
  })

  test('no answer is not known', async () => {
    expect(await of('dmarc-consent', {}, [`TXT example.com._report._dmarc.${HOST}`])).toMatchObject({
      state: 'unknown',
    })
  })

  test('an evaluation has none', async () => {
    expect(await findingOf('dmarc-consent', { settings: { evaluation: true } })).toBeUndefined()
  })
})
