import { expect, test } from 'bun:test'
import { openAdmin } from '../../../src/app/admin.ts'
import { answerSources } from '../../../src/services/answers/sources/answer.ts'
import { factsOf, knownOf, WINDOW } from '../../services/answers/sources/scene.ts'
import { workplace } from '../running.ts'
import { fakeAdmin, type Held } from './fake-admin.ts'

const NOW = new Date('2026-11-22T12:00:00Z')

const GIVEN = [
  { ip: '192.0.2.1', messages: 50_000, pass: 50_000, spfAligned: 50_000 },
  { ip: '192.0.2.7', messages: 40 },
  {
    ip: '192.161.1.1',
    reverseDns: 'out.zendesk.com',
    messages: 500,
    unaligned: 500,
    signed: ['zendesk.com'],
  },
  { ip: '203.0.113.7', messages: 12 },
]
const MARKS = [
  { key: 'ip:192.0.2.7', name: 'Twin' },
  { key: 'ip:203.0.113.7', name: 'twin' },
]
const { answered } = answerSources(factsOf(GIVEN), knownOf({ marks: MARKS }), WINDOW)

async function run(line: string, held: Held = {}) {
  const { told, openAdmin } = fakeAdmin({ senders: answered, ...held })
  const place = workplace({ openAdmin })
  const done = await place.run(`dmarc mark bücher.example ${line} --domain in.example.com`, {}, NOW)
  place.remove()
  return { ...done, told }
}

const BY = { actor: { kind: 'operator', accountId: 'acc' }, id: 'd1' }

test('marks and names a source by its key, its name or an address of it', async () => {
  const marked = await run('sender:zendesk --not-mine')
  expect(marked).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'Zendesk (sender:zendesk): It is marked as not yours.\n',
  })
  expect(marked.told.change).toEqual({ ...BY, key: 'sender:zendesk', mark: 'not_mine' })
  expect((await run('zendesk --mine')).told.change).toMatchObject({ key: 'sender:zendesk', mark: 'mine' })
  const named = await run('192.161.1.1 --mine --name Desk')
  expect(named.told.change).toEqual({ ...BY, key: 'sender:zendesk', mark: 'mine', name: 'Desk' })
  expect(named.stderr).toContain('It is marked as yours. It is called Desk.')
})

test('takes back what was said', async () => {
  const { code, told, stderr } = await run('192.0.2.7 --clear')
  expect(code).toBe(0)
  expect(told.change).toEqual({ ...BY, key: 'ip:192.0.2.7', mark: null, name: null })
  expect(stderr).toBe('Twin (ip:192.0.2.7): The mark and the name were taken back.\n')
  expect((await run('192.0.2.7 --mine', { same: true })).stderr).toContain('It was so before.')
})

test('takes back what was said of a source that no report names any more, by its key alone', async () => {
  const { code, told, stderr } = await run('ip:198.51.100.9 --clear')
  expect(code).toBe(0)
  expect(told.change).toEqual({ ...BY, key: 'ip:198.51.100.9', mark: null, name: null })
  expect(stderr).toBe('ip:198.51.100.9: The mark and the name were taken back.\n')
  const never = await run('ip:198.51.100.9 --clear', { same: true })
  expect([never.code, never.stderr.includes('reports name no source')]).toEqual([1, true])
  expect((await run('198.51.100.9 --clear')).told.change).toBeUndefined()
  expect((await run('ip:198.51.100.9 --mine')).told.change).toBeUndefined()
})

test('changes nothing where it is not clear what is meant', async () => {
  const cases: [line: string, says: string, held?: Held][] = [
    ['zendesk', 'Say what holds: --mine, --not-mine, --clear or --name.'],
    ['zendesk --mine --not-mine', '--mine and --not-mine exclude each other.'],
    ['zendesk --clear --name Desk', '--clear takes the name back, too: leave out --name.'],
    ['mailer --mine', 'reports name no source "mailer". mailgauge dmarc senders shows them.'],
    ['twin --mine', '"twin" is the name of 2 sources. Name one by its key: ip:192.0.2.7, ip:203.0.113.7'],
    ['zendesk --mine', 'Reading took too long.', { refusal: { kind: 'busy' } }],
  ]
  for (const [line, says, held] of cases) {
    const { code, stderr, told } = await run(line, held)
    expect([line, code === 0, stderr]).toEqual([line, false, expect.stringContaining(says)])
    expect(told.change).toBeUndefined()
  }
})

test('says why a change is not kept', async () => {
  const reason = 'A name has at most 80 characters and no control characters.'
  const { code, stderr } = await run('zendesk --name x', { notKept: { kind: 'bad_request', reason } })
  expect([code, stderr]).toEqual([1, expect.stringContaining(reason)])
})

test('is there in the commands with its help', async () => {
  const place = workplace({ openAdmin })
  const { code, stdout } = await place.run('dmarc mark --help', {}, NOW)
  place.remove()
  expect(code).toBe(0)
  for (const option of ['--mine', '--not-mine', '--clear', '--name']) expect(stdout).toContain(option)
})
