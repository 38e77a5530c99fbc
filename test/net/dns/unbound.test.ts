import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createStubResolver } from '../../../src/net/dns/stub.ts'
import { ask, type RecordType } from '../../../src/net/ports.ts'
import { hasUnbound, startUnbound, type Unbound } from './unbound.ts'

const KEY = `v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(12)}IDAQAB`
const LONG = Array.from({ length: 60 }, (_, i) => `long TXT "${String(i).padStart(200, 'x')}"`)

const ZONE = String.raw`$ORIGIN example.org.
$TTL 300
@ SOA ns host\.master 2026 3600 600 86400 77
@ NS ns
@ A 192.0.2.1
@ AAAA 2001:db8::1
@ MX 10 Mx
@ MX 20 mx2
@ CAA 128 issue "ca.example; policy=ev"
@ TXT "v=spf1 " "-all"
ns A 192.0.2.53
mx 60 A 192.0.2.25
null MX 0 .
octets TXT "caf\233 \000 \"quoted\" \\"
s2048._domainkey TXT "${KEY.slice(0, 255)}" "${KEY.slice(255)}"
_25._tcp.mx TLSA 3 1 1 0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef
deep.below.empty A 192.0.2.7
one CNAME two
two 30 CNAME three
three 300 CNAME mx
todom CNAME elsewhere.example.net.
dangling CNAME gone
blind CNAME ns
loopa CNAME loopb
loopb CNAME loopa
old DNAME new
www.new A 192.0.2.9
*.wild A 192.0.2.8
1.2 PTR Host.Example.Org.
${LONG.join('\n')}
`
const NEIGHBOUR = `$ORIGIN example.net.
$TTL 120
@ SOA ns host 1 3600 600 86400 10
@ NS ns
ns A 192.0.2.54
elsewhere A 192.0.2.99
${Array.from({ length: 1000 }, (_, i) => `n${i} A 10.0.${i >> 8}.${i & 255}`).join('\n')}
`

// What unbound itself decides: zones it may not answer, and one it should have but cannot load.
const EXTRA = `
  local-zone: "refused.example" refuse
  local-zone: "denied.example" deny
auth-zone:
  name: "dead.example"
  primary: 127.0.0.1@1
  fallback-enabled: no
  for-upstream: yes
  for-downstream: no
`

const title = hasUnbound ? 'against unbound' : 'against unbound: skipped, it is not installed'

describe.skipIf(!hasUnbound)(title, () => {
  let unbound: Unbound
  const query = (name: string, type: RecordType, timeoutMs = 4000) =>
    ask(createStubResolver({ servers: [unbound.address], timeoutMs, tries: 2 }), name, type)

  beforeAll(async () => {
    unbound = await startUnbound({ 'example.org': ZONE, 'example.net': NEIGHBOUR }, EXTRA)
  })
  afterAll(() => unbound?.[Symbol.asyncDispose]())

  test.each<[RecordType, string, unknown]>([
    ['A', 'example.org', ['192.0.2.1']],
    ['AAAA', 'EXAMPLE.org', ['2001:db8::1']],
    ['NS', 'example.org', ['ns.example.org']],
    [
      'SOA',
      'example.org',
      [{ primary: 'ns.example.org', mailbox: 'host\\.master.example.org', serial: 2026 }],
    ],
    ['CAA', 'example.org', [{ critical: true, tag: 'issue', value: 'ca.example; policy=ev' }]],
    ['TXT', 'example.org', [{ text: 'v=spf1 -all', strings: 2 }]],
    ['MX', 'null.example.org', [{ preference: 0, exchange: '' }]],
    ['TXT', 'octets.example.org', [{ text: 'caf\u00e9 \u0000 "quoted" \\', strings: 1 }]],
    ['TXT', 's2048._domainkey.example.org', [{ text: KEY, strings: 2 }]],
    [
      'TLSA',
      '_25._tcp.mx.example.org',
      [{ usage: 3, selector: 1, matchingType: 1, certificate: '0123456789abcdef'.repeat(4) }],
    ],
    ['PTR', '1.2.example.org', ['host.example.org']],
    ['CNAME', 'one.example.org', ['two.example.org']],
    ['A', 'anything.wild.example.org', ['192.0.2.8']],
    ['A', 'www.old.example.org', ['192.0.2.9']],
  ])('%s %s', async (type, name, records) => {
    expect(await query(name, type)).toMatchObject({ kind: 'records', records: records as never, ad: false })
  })

  test('all MX hosts', async () => {
    const answer = await query('example.org', 'MX')
    expect(answer.kind === 'records' && answer.records.length).toBe(2)
    expect(answer).toMatchObject({
      records: expect.arrayContaining([{ preference: 10, exchange: 'mx.example.org' }]),
    })
  })

  test('NXDOMAIN, NODATA and empty non-terminals are told apart, with the negative TTL', async () => {
    const absent = { ad: false, chain: [] }
    const zone = 'example.org'
    expect(await query('gone.example.org', 'A')).toEqual({ kind: 'nxdomain', ttl: 77, zone, ...absent })
    expect(await query('mx.example.org', 'TXT')).toEqual({ kind: 'nodata', ttl: 77, ...absent })
    expect(await query('below.empty.example.org', 'A')).toEqual({ kind: 'nodata', ttl: 77, ...absent })
  })

  test('chains, within a zone and into another', async () => {
    expect(await query('one.example.org', 'A')).toEqual({
      kind: 'records',
      records: ['192.0.2.25'],
      ttl: 30,
      ad: false,
      chain: ['two.example.org', 'three.example.org', 'mx.example.org'],
    })
    expect(await query('todom.example.org', 'A')).toMatchObject({
      records: ['192.0.2.99'],
      ttl: 120,
      chain: ['elsewhere.example.net'],
    })
    expect(await query('dangling.example.org', 'A')).toMatchObject({
      kind: 'nxdomain',
      chain: ['gone.example.org'],
    })
    expect(await query('blind.example.org', 'TXT')).toMatchObject({
      kind: 'nodata',
      chain: ['ns.example.org'],
    })
  })

  test('a loop is a failure, not an absence', async () => {
    expect(await query('loopa.example.org', 'A')).toEqual({ kind: 'failure', reason: 'servfail' })
  })

  test('an answer of 13 KB comes whole, over TCP', async () => {
    const answer = await query('long.example.org', 'TXT')
    const records = answer.kind === 'records' ? answer.records : []
    expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(60)
    expect(records).toContainEqual({ text: '59'.padStart(200, 'x'), strings: 1 })
  })

  test('SERVFAIL, REFUSED and silence are told apart', async () => {
    expect(await query('x.refused.example', 'A')).toEqual({ kind: 'failure', reason: 'refused' })
    expect(await query('x.denied.example', 'A', 300)).toEqual({ kind: 'failure', reason: 'timeout' })
    expect(await query('x.dead.example', 'A')).toEqual({ kind: 'failure', reason: 'servfail' })
  })

  test('1,000 questions at once: none lost', async () => {
    const resolver = createStubResolver({ servers: [unbound.address], timeoutMs: 5000, tries: 3 })
    const names = Array.from({ length: 1000 }, (_, i) => `n${i}.example.net`)
    const answers = await Promise.all(names.map((name) => ask(resolver, name, 'A')))
    expect(answers.map((answer) => answer.kind === 'records' && answer.records[0])).toEqual(
      names.map((_, i) => `10.0.${i >> 8}.${i & 255}`),
    )
  })
})
