import { expect, test } from 'bun:test'
import { answerSources } from '../../../src/services/answers/sources/answer.ts'
import { factsOf, knownOf, WINDOW } from '../../services/answers/sources/scene.ts'
import { workplace } from '../running.ts'
import { fakeAdmin, type Held } from './fake-admin.ts'

const NOW = new Date('2026-11-22T12:00:00Z')

async function run(line: string, held: Held = {}) {
  const { told, openAdmin } = fakeAdmin(held)
  const place = workplace({ openAdmin })
  const done = await place.run(`dmarc senders ${line} --domain in.example.com`, {}, NOW)
  place.remove()
  return { ...done, told }
}

const GIVEN = [
  { ip: '192.0.2.1', messages: 50_000, pass: 50_000, spfAligned: 50_000 },
  {
    ip: '192.161.1.1',
    reverseDns: 'out.zendesk.com',
    messages: 500,
    unaligned: 500,
    signed: ['zendesk.com'],
  },
  { ip: '203.0.113.7', messages: 12 },
]
const MARKS = [{ key: 'ip:192.0.2.1', name: 'Office\u001b[31m' }]
const { answered } = answerSources(factsOf(GIVEN), knownOf({ marks: MARKS }), WINDOW)

test('shows the worst first, with what to do about it', async () => {
  const { code, stdout } = await run('bücher.example', { senders: answered })
  expect(code).toBe(0)
  expect(stdout).toBe(`xn--bcher-kva.example, 2026-10-24 to 2026-11-22 (UTC)

STANDING   MESSAGES  FAILED  SOURCE
unaligned  500       500     Zendesk
abuse      12        12      203.0.113.7
passing    50,000    0       Office?[31m

Zendesk (unaligned)
  It authenticates as zendesk.com, not as example.org. If you do not send
  through Zendesk, mark it as not yours: there is nothing to fix. If you do: In
  Admin Center, turn on custom domain for DKIM, and publish its CNAME records.
  https://support.zendesk.com/dkim
`)
})

test('--why gives reasons, of those that pass too', async () => {
  const { stdout } = await run('bücher.example --why', { senders: answered })
  expect(stdout).toContain('  All 50,000 messages passed DMARC, by DKIM and SPF.\n  Nothing to do.\n')
  expect(stdout).toContain('  None of its 12 messages passed DMARC.\n')
})

test('--json gives all that is known, in the window that was asked for', async () => {
  const { stdout, told } = await run('bücher.example --json --authenticated --days 7', { senders: answered })
  expect(told.window).toEqual({ from: 20_773, to: 20_779, authenticated: true })
  const body = JSON.parse(stdout)
  expect(body).toMatchObject({ total: 3, spf_known: true })
  expect(body.sources[0]).toMatchObject({
    key: 'sender:zendesk',
    standing: 'unaligned',
    whose: 'undecided',
    status: 'unaligned',
    dmarc_fail: 500,
    dmarc_pass_rate: 0,
    url: 'https://support.zendesk.com/dkim',
    last_seen: '2024-11-02',
  })
})

test('what could not be found out is said', async () => {
  const rest = { ips: 1_200, messages: 3_000, pass: 0 }
  const { stderr } = await run('bücher.example --limit 1', {
    senders: { ...answered, spfUnknown: true, rest },
  })
  expect(stderr).toContain('The SPF record could not be looked up in full')
  expect(stderr).toContain('1,200 more addresses')
  expect(stderr).toContain('1 of 3 are shown')
})

test.each([
  ['bücher.example', { senders: {} }, 0, 'nobody sent mail that was reported'],
  ['other.example', {}, 1, 'has no domain "other.example"'],
  ['bücher.example --limit 0', {}, 2, 'expected a number'],
  ['bücher.example', { refusal: { kind: 'busy' } as const }, 1, 'took too long'],
])('%s', async (line, held, code, says) => {
  const done = await run(line, held)
  expect(done.stdout).toBe('')
  expect({ code: done.code, stderr: done.stderr }).toEqual({ code, stderr: expect.stringContaining(says) })
})
