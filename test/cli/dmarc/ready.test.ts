import { describe, expect, test } from 'bun:test'
import { readinessText } from '../../../src/cli/commands/dmarc/ready.ts'
import { PLAIN } from '../../../src/cli/reports/screen.ts'
import { evidence, judge, judgedOf, RUA, readinessWith, sends } from '../../support/dmarc-readiness.ts'
import { workplace } from '../running.ts'
import { fakeAdmin, type Held } from './fake-admin.ts'

const NOW = new Date('2026-11-22T12:00:00Z')

async function run(line: string, held: Held = {}) {
  const { openAdmin } = fakeAdmin(held)
  const place = workplace({ openAdmin })
  const done = await place.run(`${line} --domain in.example.com`, {}, NOW)
  place.remove()
  return done
}

const READY = await readinessWith(`v=DMARC1; p=none; ${RUA}`, [
  sends('sender:own', 'own', { messages: 9_990, fail: 8 }),
  sends('sender:news', 'own', { from: 'news.example.org', messages: 100, fail: 60 }),
  sends('ip:198.51.100.1', 'others', { messages: 1_416, fail: 1_416 }),
  sends('domain:lists.example.net', 'passed_on', { messages: 310, fail: 300, forwarded: 290 }),
])

describe('mailgauge dmarc ready', () => {
  test('shows what each policy would have done, and the next record', () => {
    expect(
      readinessText(READY, PLAIN),
    ).toBe(`example.org, 2024-09-03 to 2024-10-02 (UTC), authenticated reports: 30 days, 5
reporters, 11,816 messages

Your mail is ready for p=quarantine. Of 10,000 messages of your own in these 30
days 8 failed (under 0.1%). Publish the record that is offered. It is ready for
p=reject too: that step comes when p=quarantine has held for about a month and
no mail was missed.

POLICY         NOW  READY  OWN MAIL  FAILS  SHARE       FORWARDED  UNDECIDED  ABUSE
p=quarantine        yes    10,000    8      under 0.1%  300        0          1,416
p=reject            yes    10,000    8      under 0.1%  300        0          1,416
sp=quarantine       no     100       60     60.0%       0          0          0
sp=reject           no     100       60     60.0%       0          0          0

p=quarantine
  300 messages failed on the way, by forwarding or a mailing list: receivers
  that make no exception for forwarders and lists treat them as spam.
p=reject
  300 messages failed on the way, by forwarding or a mailing list: receivers
  that make no exception for forwarders and lists refuse them. RFC 9989 advises
  against p=reject where people of a domain write to mailing lists.
sp=quarantine
  60.0% of your own mail from names below fails and would be treated as spam (60
  of 100 messages): at most 2% may.
  Repair sender:news first: 60 of 100 messages from it fail.
sp=reject
  60.0% of your own mail from names below fails and would be refused (60 of 100
  messages): at most 0.5% may.
  Repair sender:news first: 60 of 100 messages from it fail.

Next, in place of the record that is there:
  _dmarc.example.org TXT "v=DMARC1; p=quarantine; sp=none; rua=mailto:dmarc@example.org"
  p=quarantine asks receivers to treat mail from example.org as spam where it
  fails DMARC. Of 10,000 messages of your own in these 30 days 8 failed (under
  0.1%). sp=none leaves mail from names below example.org as it is: that mail is
  not ready for quarantine yet.

Or the same with t=y:
  _dmarc.example.org TXT "v=DMARC1; p=quarantine; sp=none; t=y; rua=mailto:dmarc@example.org"
  p=quarantine asks receivers to treat mail from example.org as spam where it
  fails DMARC. Of 10,000 messages of your own in these 30 days 8 failed (under
  0.1%). sp=none leaves mail from names below example.org as it is: that mail is
  not ready for quarantine yet. With t=y only receivers that read RFC 9989 apply
  the policy one step weaker (none in place of quarantine); all others apply it
  in full, so your mail has to be ready for it in full.

Whether news.example.org exists in the DNS is not known, so there is no verdict
on np.
`)
  })

  test('says what is missing where there is not enough', () => {
    const few = judge(
      judgedOf(evidence([sends('sender:own', 'own', { messages: 60 })], { days: 3, reporters: 1 })),
    )
    expect(
      readinessText(few, PLAIN),
    ).toBe(`example.org, 2024-09-03 to 2024-10-02 (UTC), authenticated reports: 3 days, 1
reporter, 60 messages

Not enough data for a verdict. 11 more days with reports are needed: so far 3 of
14. 2 more reporters are needed: so far 1 of 3. 40 more messages in reports are
needed: so far 60 of 100.
`)
  })

  test('controls of names do not reach the terminal', async () => {
    const hostile = await readinessWith(`v=DMARC1; p=none; ${RUA}`, [
      sends('a\u001b[31mb', 'own', { fail: 900 }),
    ])
    expect(readinessText(hostile, PLAIN)).not.toContain('\u001b')
  })

  test('asks for the domain', async () => {
    const { code, stdout } = await run('dmarc ready bücher.example', { readiness: READY })
    expect(code).toBe(0)
    expect(stdout).toStartWith('example.org, 2024-09-03 to 2024-10-02 (UTC)')
  })

  test('in JSON', async () => {
    const { stdout, code } = await run('dmarc ready bücher.example --json', { readiness: READY })
    expect(code).toBe(0)
    const body = JSON.parse(stdout)
    expect(body).toMatchObject({
      domain: 'example.org',
      window: { from: '2024-09-03', to: '2024-10-02', days: 30, settled: true },
      basis: 'authenticated',
      data: { days: 30, reporters: 5, messages: 11_816, enough: true, missing: [] },
      record: { state: 'found', domain: 'example.org', text: `v=DMARC1; p=none; ${RUA}` },
      says: READY.says,
    })
    expect(
      body.policies.map(({ tag, published }: { tag: string; published: string }) => [tag, published]),
    ).toEqual([
      ['p', 'none'],
      ['sp', 'none'],
      ['np', 'none'],
    ])
    expect(body.policies[0].verdicts[1]).toMatchObject({
      policy: 'reject',
      ready: 'yes',
      messages: 11_716,
      own: 10_000,
      failing: { own: 8, forwarded: 300, undecided: 0, abuse: 1_416 },
    })
    expect(body.policies[1].verdicts[0].missing[1]).toEqual({
      kind: 'own_source',
      says: 'Repair sender:news first: 60 of 100 messages from it fail.',
      source: 'sender:news',
    })
    expect(body.next[1]).toMatchObject({
      tag: 'p',
      policy: 'quarantine',
      testing: true,
      name: '_dmarc.example.org',
      type: 'TXT',
      value: `v=DMARC1; p=quarantine; sp=none; t=y; ${RUA}`,
    })
  })

  test('an unknown domain, and a refusal', async () => {
    expect((await run('dmarc ready example.net', { readiness: READY })).code).toBe(1)
    expect((await run('dmarc ready bücher.example', { refusal: { kind: 'busy' } })).code).toBe(1)
  })
})
