import { describe, expect, test } from 'bun:test'
import { inspect } from '../../src/analysis/inspect.ts'
import type { DrawnSpfTerm, SignedBy } from '../../src/core/domain-health.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import type { ZoneFailures, ZoneLiteral } from '../../src/net/dns/zone.ts'
import { outside } from '../support/outside.ts'
import { zone } from '../support/zone.ts'
import { KEY_TXT, NOW } from './authentication/authentication-scene.ts'

const NAME = 'example.org'
const SETTINGS = { hostname: 'mx.receiver.example', lists: [], listStates: [] }

async function look(records: ZoneLiteral, signedBy?: SignedBy, fail: ZoneFailures = [], name = NAME) {
  const clock = { now: () => NOW }
  const ports = outside(createRecorder(zone(records, fail), clock), clock)
  const subject = { kind: 'domain', name } as const
  const input = { subject, settings: SETTINGS, waitAtMost: 300_000, ...(signedBy && { signedBy }) }
  const { checks, drawn } = await inspect(input, ports)
  return { drawn, dkim: checks.find((check) => check.name === 'dkim') }
}

const HERE = { A: ['93.184.216.34'] }
const spf = (text: string): ZoneLiteral => ({ [NAME]: { ...HERE, TXT: [text] } })

/** The terms of a tree, the outer ones first, with their numbers. */
function flat(terms: readonly DrawnSpfTerm[]): [string, number | undefined, boolean][] {
  return terms.flatMap(({ text, lookup, over, leadsTo }): [string, number | undefined, boolean][] => [
    [text, lookup, over === true],
    ...flat(leadsTo?.terms ?? []),
  ])
}

describe('SPF is drawn as a tree', () => {
  test('with each look-up numbered in the order of the evaluation, redirects and includes alike', async () => {
    const { drawn } = await look({
      ...spf('v=spf1 mx include:a.example a:b.example redirect=c.example'),
      'a.example': { TXT: ['v=spf1 ip4:192.0.2.0/24 include:d.example -all'] },
      'd.example': { TXT: ['v=spf1 exists:e.example -all'] },
      'c.example': { TXT: ['v=spf1 a -all'] },
    })
    expect(drawn.spf).toMatchObject({ lookups: 7, mostLookups: 10, mostVoids: 2, left: 0 })
    expect(flat(drawn.spf?.root.terms ?? [])).toEqual([
      ['mx', 1, false],
      ['include:a.example', 2, false],
      ['ip4:192.0.2.0/24', undefined, false],
      ['include:d.example', 3, false],
      ['exists:e.example', 4, false],
      ['-all', undefined, false],
      ['-all', undefined, false],
      ['a:b.example', 5, false],
      ['redirect=c.example', 6, false],
      ['a', 7, false],
      ['-all', undefined, false],
    ])
  })

  test('the eleventh look-up is the first past the limit', async () => {
    const terms = Array.from({ length: 12 }, (_, at) => `a:h${at}.example`)
    const { drawn } = await look(spf(`v=spf1 ${terms.join(' ')} -all`))
    const over = flat(drawn.spf?.root.terms ?? []).filter(([, , isOver]) => isOver)
    expect(over.map(([text, lookup]) => [text, lookup])).toEqual([
      ['a:h10.example', 11],
      ['a:h11.example', 12],
    ])
  })

  test('what could not be asked, and what is made for each message, is said', async () => {
    const record = spf('v=spf1 include:silent.example exists:%{i}.example -all')
    const { drawn } = await look(record, undefined, ['TXT silent.example'])
    const [silent, perMessage] = drawn.spf?.root.terms ?? []
    expect(silent).toMatchObject({ failed: true, leadsTo: { state: 'failed' } })
    expect(perMessage).toMatchObject({ perMessage: true })
    expect(drawn.spf?.incomplete).toBe(true)
  })

  test('a huge record is cut, and its numbers still hold', async () => {
    const many = Array.from({ length: 400 }, (_, at) => `ip4:192.0.2.${at % 256}`).join(' ')
    const { drawn } = await look(spf(`v=spf1 ${many} a:last.example -all`))
    expect(drawn.spf?.left).toBeGreaterThan(90)
    expect(drawn.spf?.lookups).toBe(1)
  })

  test('no record, several records, no answer', async () => {
    const state = async (records: ZoneLiteral, fail: ZoneFailures = []) =>
      (await look(records, undefined, fail)).drawn.spf?.root.state
    expect(await state({ [NAME]: HERE })).toBe('none')
    expect(await state({ [NAME]: { ...HERE, TXT: ['v=spf1 -all', 'v=spf1 ~all'] } })).toBe('several')
    expect(await state({ [NAME]: HERE }, [`TXT ${NAME}`])).toBe('failed')
  })
})

describe('keys by which tested mail was signed', () => {
  const at = (selector: string) => `${selector}._domainkey.${NAME}`
  const signedBy = { selectors: ['odd', 'older'], inUse: 'odd' }

  test('are looked at beside the common ones', async () => {
    const records = { [NAME]: HERE, [at('odd')]: { TXT: [KEY_TXT] }, [at('google')]: { TXT: [KEY_TXT] } }
    const { drawn, dkim } = await look(records, signedBy)
    expect(drawn.keys).toMatchObject([
      { selector: 'odd', state: 'usable', type: 'rsa' },
      { selector: 'older', state: 'missing' },
      { selector: 'google', state: 'usable' },
    ])
    expect(dkim).toMatchObject({ status: 'passed' })
  })

  test('one that is in use and gone fails, one that is no longer in use does not', async () => {
    const gone = await look({ [NAME]: HERE, [at('older')]: { TXT: [KEY_TXT] } }, signedBy)
    expect(gone.dkim).toMatchObject({ status: 'failed', findings: [{ code: 'dkim-key-missing' }] })
    expect(gone.dkim?.summary).toContain('signed with a key that is gone')
    const replaced = await look({ [NAME]: HERE, [at('odd')]: { TXT: [KEY_TXT] } }, signedBy)
    expect(replaced.dkim?.status).toBe('passed')
  })

  test('one that is in use and revoked fails, a common one that is revoked does not', async () => {
    const revoked = { TXT: ['v=DKIM1; k=rsa; p='] }
    const used = await look({ [NAME]: HERE, [at('odd')]: revoked }, signedBy)
    expect([used.dkim?.status, used.drawn.keys?.[0]?.state]).toEqual(['failed', 'revoked'])
    const common = await look({ [NAME]: HERE, [at('google')]: revoked })
    expect(common.dkim?.status).not.toBe('failed')
  })

  test('t=y is drawn', async () => {
    const { drawn } = await look({ [NAME]: HERE, [at('odd')]: { TXT: [`${KEY_TXT}; t=y`] } }, signedBy)
    expect(drawn.keys?.[0]).toMatchObject({ selector: 'odd', testing: true })
  })

  test('without an answer it is not known how they are', async () => {
    const { drawn, dkim } = await look({ [NAME]: HERE }, signedBy, [`TXT ${at('odd')}`])
    expect(drawn.keys?.[0]).toMatchObject({ selector: 'odd', state: 'failed' })
    expect(dkim?.status).toBe('error')
  })
})

describe('the other records', () => {
  test('DMARC, its own and inherited', async () => {
    const record = {
      '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject; sp=quarantine; rua=mailto:a@example.org'] },
    }
    const own = await look({ [NAME]: HERE, ...record })
    expect(own.drawn.dmarc).toMatchObject({
      state: 'own',
      at: NAME,
      policy: 'reject',
      reports: ['mailto:a@example.org'],
    })
    const below = await look({ 'news.example.org': HERE, ...record }, undefined, [], 'news.example.org')
    expect(below.drawn.dmarc).toMatchObject({ state: 'inherited', at: NAME, policy: 'quarantine' })
  })

  test('DMARC of its own is known though nobody answers above it', async () => {
    const record = { '_dmarc.example.org': { TXT: ['v=DMARC1; p=reject'] } }
    const own = await look({ [NAME]: HERE, ...record }, undefined, ['TXT _dmarc.org'])
    expect(own.drawn.dmarc).toMatchObject({ state: 'own', policy: 'reject' })
    const below = { 'news.example.org': HERE, ...record }
    const open = await look(below, undefined, ['TXT _dmarc.org'], 'news.example.org')
    expect(open.drawn.dmarc?.state).toBe('failed')
  })

  test('are drawn as there, absent or not known', async () => {
    const there = await look({
      [NAME]: { ...HERE, MX: [[10, 'mx.example.org']] },
      'mx.example.org': HERE,
      '_smtp._tls.example.org': { TXT: ['v=TLSRPTv1; rua=mailto:t@example.org'] },
      'default._bimi.example.org': { TXT: ['v=BIMI1; l=; a='] },
    })
    expect(there.drawn).toMatchObject({
      dmarc: { state: 'none' },
      mx: { state: 'hosts', hosts: [{ preference: 10, name: 'mx.example.org' }] },
      sts: { state: 'none' },
      tlsReports: { state: 'record', record: 'v=TLSRPTv1; rua=mailto:t@example.org' },
      bimi: { state: 'declined' },
    })
    const silent = await look({ [NAME]: HERE }, undefined, [
      'TXT _dmarc.example.org',
      'MX example.org',
      'TXT _mta-sts.example.org',
      'TXT _smtp._tls.example.org',
      'TXT default._bimi.example.org',
    ])
    expect(silent.drawn).toMatchObject({
      dmarc: { state: 'failed' },
      mx: { state: 'failed' },
      sts: { state: 'failed' },
      tlsReports: { state: 'failed' },
      bimi: { state: 'failed' },
    })
  })

  test('the demo domain of an evaluation takes mail on this machine, and no other domain does', async () => {
    const here = { MX: [[10, 'mx.demo.example']], A: ['127.0.0.1'] } satisfies ZoneLiteral[string]
    const records: ZoneLiteral = {
      'demo.example': here,
      [NAME]: here,
      'mx.demo.example': { A: ['127.0.0.1'] },
    }
    const status = async (name: string) => {
      const clock = { now: () => NOW }
      const settings = { ...SETTINGS, demoDomain: 'demo.example' }
      const input = { subject: { kind: 'domain', name } as const, settings, waitAtMost: 300_000 }
      const { checks } = await inspect(input, outside(createRecorder(zone(records), clock), clock))
      return checks.find((check) => check.name === 'mx')?.status
    }
    expect([await status('demo.example'), await status(NAME)]).toEqual(['passed', 'failed'])
  })

  test('of a domain that does not exist nothing is drawn', async () => {
    expect((await look({})).drawn).toEqual({})
  })
})
