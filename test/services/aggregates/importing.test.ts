import { describe, expect, test } from 'bun:test'
import type { NewAuditEntry } from '../../../src/core/access/audit.ts'
import type { ReadFile } from '../../../src/core/aggregate/file.ts'
import { packPiece } from '../../../src/core/aggregate/piece.ts'
import type { DomainEntry } from '../../../src/core/sender-domain.ts'
import { createImporting } from '../../../src/services/aggregates/create-importing.ts'
import type { ReadReports, ReportReading } from '../../../src/services/aggregates/importing.ts'
import type { DomainActor } from '../../../src/services/domains/domains.ts'
import type { Kept, NewAggregate } from '../../../src/store/aggregates.ts'
import type { Authentication, FileOutcome } from '../../../src/store/report-mail.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const DAY = 86_400
const TODAY = Math.floor(NOW.getTime() / 1000 / DAY) * DAY
const OPERATOR: DomainActor = { kind: 'operator', accountId: 'acc' }

function report(domain: string, changes: { begin?: number; end?: number } = {}): ReadFile {
  const { begin = TODAY - DAY, end = TODAY - 1 } = changes
  const aggregate = {
    head: {
      format: 'rfc7489' as const,
      orgName: 'google.com',
      reportId: '1',
      begin,
      end,
      policyDomain: domain,
      policy: { p: 'none', adkim: 'r' as const, aspf: 'r' as const },
      errors: [],
      warnings: [],
      recovered: false,
      records: 3,
      skipped: 0,
      contentHash: 'ab',
    },
    pieces: [packPiece({ results: [], records: [] })],
  }
  return { name: 'r.xml', content: { kind: 'aggregate', aggregate } }
}

interface Given {
  /** Verified ones; `?` before one that is not. */
  domains?: string[]
  files?: ReadFile[]
  authentication?: Authentication
  kept?: (put: NewAggregate) => Kept
  dmarcDays?: number
  stopped?: string
  requireAuthenticated?: boolean
  /** Milliseconds that each reading takes. */
  waits?: number[]
}

function world({ domains = ['example.org'], files = [], kept, dmarcDays, ...given }: Given) {
  const put: NewAggregate[] = []
  const listed: { domainId: string; authentication: Authentication; file: FileOutcome }[] = []
  const changed: unknown[] = []
  const tls: unknown[] = []
  const said: NewAuditEntry[] = []
  const asked: ReportReading[] = []
  let number = 0
  /** The same files; reports have the id of what was read. */
  const named = (request: ReportReading): ReadFile[] =>
    files.map(({ name, content }) => {
      if (content.kind !== 'aggregate') return { name, content }
      const reportId = request.kind === 'file' ? request.name : 'mail'
      const { head, pieces } = content.aggregate
      return { name, content: { ...content, aggregate: { head: { ...head, reportId }, pieces } } }
    })
  const importing = createImporting({
    store: {
      accounts: { byId: async (id: string) => ({ id, name: 'a', plan: 'p', createdAt: NOW }) } as never,
      people: {} as never,
      audit: {
        async add(entry: NewAuditEntry) {
          said.push(entry)
        },
      } as never,
    },
    accounts: { planOf: () => ({ name: 'p', ...(dmarcDays !== undefined && { dmarcDays }) }) as never },
    domains: {
      async byName(accountId, domain) {
        if (accountId !== 'acc') return undefined
        const entry = { id: `id of ${domain}`, domain } as DomainEntry
        if (domains.includes(domain)) return { ...entry, verifiedAt: NOW }
        return domains.includes(`?${domain}`) ? entry : undefined
      },
    },
    async keepTls(_report, of) {
      tls.push(of)
      return { outcome: 'stored', uid: 'dmr_tls' }
    },
    requireAuthenticated: given.requireAuthenticated ?? false,
    organisationOf: (name) => name.split('.').slice(-2).join('.'),
    aggregates: {
      async put(one) {
        put.push(one)
        return kept?.(one) ?? { outcome: 'stored', uid: one.uid }
      },
    },
    reportMail: {
      async imported(of, outcomes) {
        for (const one of outcomes) listed.push({ domainId: of.domainId, ...one })
      },
      async changeOutcome(...what) {
        changed.push(what)
      },
    },
    reader: {
      async read(request): Promise<ReadReports | { stopped: string }> {
        asked.push(request)
        if (given.waits) await Bun.sleep(given.waits.shift() ?? 0)
        if (given.stopped !== undefined) return { stopped: given.stopped }
        const { authentication } = given
        return {
          attachments: [
            {
              name: 'r.xml.gz',
              size: 7,
              bytes: Buffer.from('as it came'),
              packed: true,
              files: named(request),
            },
          ],
          ...(authentication && {
            authentication: { outcome: authentication, from: 'mail.sender.example', reason: 'because' },
          }),
        }
      },
    },
    open: (bytes) => (bytes[0] === 60 ? { kind: 'file' as const } : { kind: 'mail' as const, raw: bytes }),
    clock: { now: () => NOW },
    random: (length) => Uint8Array.from({ length }, () => ++number % 256),
  })
  const run = async (trust = false, bytes = '<feedback/>', actor = OPERATOR) => {
    const begun = await importing.begin(actor, { trust })
    if (!begun.ok) throw new Error('refused')
    const taken = await importing.take(actor, begun.value, {
      name: 'dir/r.xml.gz',
      bytes: Buffer.from(bytes),
    })
    if (!taken.ok) throw new Error('refused')
    return taken.value
  }
  return { importing, run, put, tls, listed, changed, said, asked }
}

describe('a report belongs to the closest verified domain at or above the one that it is about', () => {
  test.each([
    [['example.org'], 'example.org', 'example.org'],
    [['example.org'], 'a.mail.example.org', 'example.org'],
    [['example.org', 'mail.example.org'], 'a.mail.example.org', 'mail.example.org'],
    [['example.org', '?mail.example.org'], 'mail.example.org', 'example.org'],
  ])('%p, %s', async (domains, about, owner) => {
    const { run, listed } = world({ domains, files: [report(about)] })
    expect(await run()).toMatchObject([{ outcome: 'stored', domain: about, records: 3 }])
    expect(listed).toMatchObject([
      { domainId: `id of ${owner}`, file: { outcome: 'stored', kind: 'aggregate' } },
    ])
  })

  test('one about a domain below or beside them is rejected, and names what to add', async () => {
    const { run, put, listed } = world({ domains: ['mail.example.org'], files: [report('example.org')] })
    expect(await run()).toMatchObject([
      { outcome: 'rejected', reason: 'domain_mismatch', domain: 'example.org' },
    ])
    expect([put, listed]).toEqual([[], []])
  })

  test('one about a domain that is not verified names what to verify', async () => {
    const { run } = world({ domains: ['?example.org'], files: [report('mail.example.org')] })
    expect(await run()).toMatchObject([
      {
        outcome: 'rejected',
        reason: 'unverified_domain',
        domain: 'mail.example.org',
        toVerify: 'example.org',
      },
    ])
  })
})

test('a TLS report belongs where the first policy that names a domain does', async () => {
  const policy = { type: 'sts', hosts: [], lines: [], successes: 1, failures: 0, details: [] }
  const report = {
    orgName: 'x',
    reportId: '1',
    begin: TODAY - DAY,
    end: TODAY - 1,
    warnings: [],
    contentHash: 'a',
  }
  const tlsOf = (...domains: string[]): ReadFile => ({
    name: 'tls.json',
    content: {
      kind: 'tls',
      report: { ...report, policies: [policy, ...domains.map((domain) => ({ ...policy, domain }))] },
    },
  })
  const { run, tls, listed } = world({ files: [tlsOf('mail.example.org'), tlsOf('other.example'), tlsOf()] })
  expect(await run()).toMatchObject([
    { outcome: 'stored', domain: 'mail.example.org', reporter: 'x' },
    { outcome: 'rejected', reason: 'domain_mismatch', domain: 'other.example' },
    { outcome: 'rejected', reason: 'missing_domain' },
  ])
  expect(tls).toMatchObject([{ domain: 'example.org', domainId: 'id of example.org', authenticated: false }])
  expect(listed).toMatchObject([{ file: { kind: 'tls', outcome: 'stored', uid: 'dmr_tls' } }])
})

describe('a report counts as authenticated', () => {
  test.each([
    ['passed', true, 'sender.example'],
    ['failed', false, undefined],
    ['undecided', false, undefined],
  ] as const)('where its mail did: %s', async (authentication, counts, sender) => {
    const { run, put, asked, listed } = world({ files: [report('example.org')], authentication })
    expect(await run(false, 'From: a@example.org')).toMatchObject([{ authentication }])
    expect(asked).toMatchObject([{ kind: 'mail', byDkimAlone: true }])
    expect(put).toMatchObject([{ authenticated: counts }])
    expect(put[0]?.sender).toBe(sender)
    expect(listed).toMatchObject([{ authentication }])
  })

  test('never as a file, but where whoever imports says so, which is on record before anything is stored', async () => {
    const plain = world({ files: [report('example.org')] })
    await plain.run()
    expect(plain.put).toMatchObject([{ authenticated: false }])
    expect(plain.said).toEqual([])
    const trusted = world({ files: [report('example.org')] })
    await trusted.run(true)
    expect(trusted.put).toMatchObject([{ authenticated: true }])
    expect(trusted.put[0]?.sender).toBeUndefined()
    expect(trusted.said).toMatchObject([
      { action: 'dmarc.imported', accountId: 'acc', details: { trust: 'yes', state: 'begun' } },
    ])
  })
})

test('where the instance takes authenticated reports alone, others are taken from those who trust them', async () => {
  const given = { files: [report('example.org')], requireAuthenticated: true }
  expect(await world(given).run()).toMatchObject([{ outcome: 'rejected', reason: 'unauthenticated' }])
  expect(await world(given).run(true)).toMatchObject([{ outcome: 'stored' }])
})

describe('what becomes of a file', () => {
  test('a duplicate is listed without its octets', async () => {
    const { run, listed } = world({
      files: [report('example.org')],
      kept: () => ({ outcome: 'duplicate', uid: 'dmr_1' }),
    })
    expect(await run()).toMatchObject([{ outcome: 'duplicate' }])
    expect(listed[0]?.file).toMatchObject({ outcome: 'duplicate', uid: 'dmr_1', reporter: 'google.com' })
    expect(listed[0]?.file.attachment).toBeUndefined()
  })

  test('one whose report gave way is marked', async () => {
    const { run, changed } = world({
      files: [report('example.org')],
      kept: ({ uid }) => ({ outcome: 'stored', uid, replacedFile: 'mail.1' }),
    })
    await run()
    expect(changed).toMatchObject([['mail.1', { outcome: 'replaced' }]])
  })

  test.each([
    ['future_range', { end: TODAY + 3 * DAY }],
    ['bad_date_range', { begin: TODAY - 40 * DAY }],
    ['past_retention', { begin: TODAY - 100 * DAY, end: TODAY - 99 * DAY }],
  ] as const)('%s', async (reason, changes) => {
    const { run, put } = world({ files: [report('example.org', changes)], dmarcDays: 90 })
    expect(await run()).toMatchObject([{ outcome: 'rejected', reason }])
    expect(put).toEqual([])
  })

  test('what cannot be read is named, with its place in the file', async () => {
    const content = { kind: 'rejected', reason: 'malformed_xml' } as const
    const { run } = world({ files: [{ name: 'in.xml', content }, report('example.org')] })
    expect(await run()).toMatchObject([
      { name: 'dir/r.xml.gz: in.xml', outcome: 'rejected', reason: 'malformed_xml' },
      { name: 'dir/r.xml.gz: r.xml', outcome: 'stored' },
    ])
    expect(await world({ stopped: 'it took too long' }).run()).toEqual([
      { name: 'dir/r.xml.gz', outcome: 'rejected', reason: 'not_readable', detail: 'it took too long' },
    ])
  })

  test('of a file with more mails than are read of one the first are read, others have their turns meanwhile, and it is said', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 0)
    const { importing, asked } = world({})
    const begun = await importing.begin(OPERATOR, { trust: false })
    if (!begun.ok) throw new Error('refused')
    const bytes = Buffer.from('From a 1:11 2020\nA:\n\n'.repeat(40_000))
    const taken = await importing.take(OPERATOR, begun.value, { name: 'many.mbox', bytes })
    clearInterval(timer)
    expect(asked).toHaveLength(10_000)
    expect(turns).toBeGreaterThan(5)
    expect(taken.ok && taken.value.at(-1)).toMatchObject({
      name: 'many.mbox',
      outcome: 'rejected',
      reason: 'too_many_files',
    })
  })

  test('every mail of an mbox file is read by itself', async () => {
    const mail = 'From a@example.org Fri Nov 20 11:59:00 2026\nFrom: a@example.org\n\nwords\n\n'
    const { run, asked } = world({ files: [report('example.org')] })
    expect((await run(false, mail + mail)).map(({ name }) => name)).toEqual([
      'dir/r.xml.gz 1: r.xml',
      'dir/r.xml.gz 2: r.xml',
    ])
    expect(asked.length).toBe(2)
  })
})

test('files that are read side by side are stored in the order in which they came, each under an id of its own', async () => {
  const waits = [30, 0, 10]
  const { importing, put } = world({ files: [report('example.org')], waits })
  const begun = await importing.begin(OPERATOR, { trust: false })
  if (!begun.ok) throw new Error('refused')
  const names = ['a.xml', 'b.xml', 'c.xml']
  const mail = 'From a@example.org Fri Nov 20 11:59:00 2026\nFrom: a@example.org\n\nwords\n\n'
  await Promise.all(
    names.map((name) =>
      importing.take(OPERATOR, begun.value, {
        name,
        bytes: Buffer.from(name === 'b.xml' ? mail + mail : '<feedback/>'),
      }),
    ),
  )
  const ids = put.map(({ fileId }) => fileId)
  expect(new Set(ids).size).toBe(4)
  expect(put.map(({ aggregate }) => aggregate.head.reportId)).toEqual(['a.xml', 'mail', 'mail', 'c.xml'])
})

test('needs an admin of the account, and says the sums in its audit log', async () => {
  const { importing, said } = world({})
  const member: DomainActor = { kind: 'session', accountId: 'acc', role: 'member', personId: 'p' } as never
  expect(await importing.begin(member, { trust: true })).toMatchObject({ ok: false })
  expect(
    await importing.take(member, { importId: 'i', trust: true }, { name: 'a', bytes: new Uint8Array() }),
  ).toMatchObject({ ok: false })
  await importing.end(OPERATOR, { importId: 'i', trust: false }, { stored: 2, rejected: 1 })
  expect(said).toMatchObject([
    { action: 'dmarc.imported', target: 'i', details: { trust: 'no', stored: '2', rejected: '1' } },
  ])
})
