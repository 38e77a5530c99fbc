// bun scripts/make-fixture-database.ts [--binary dist/mailgauge]: a database as this build makes it, for later builds to read.
// It runs in a network namespace of its own (as root, on Linux), so that mail can come from the addresses of the corpus.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readCase } from '../test/golden/corpus-case.ts'
import {
  BINARY,
  mailgauge,
  type Running,
  serve,
  temporaryFolder,
  writeConfig,
} from '../test/support/binary.ts'
import { type DnsServer, dnsServer } from '../test/support/dns-server.ts'
import { FIXTURES, type FixtureAnswer, type FixtureFacts } from '../test/support/fixture-database.ts'
import { until } from '../test/support/until.ts'
import { CASES, chosen, sending, wholeZone } from './fixture-database/corpus.ts'
import { anonymousTest, ask, deliver, keyed, post, upload, waiting } from './fixture-database/service.ts'

const { values } = parseArgs({
  options: { binary: { type: 'string', default: BINARY }, inside: { type: 'boolean' } },
})
const IDEMPOTENCY_KEY = 'build-1'

/** The same again, alone with a loopback interface that has the addresses of all senders. */
function apart(): void {
  const addresses = new Set(CASES.map(({ envelope }) => envelope.clientAddress ?? ''))
  const added = [...addresses].filter(isIPv4).map((address) => `ip addr add ${address}/32 dev lo`)
  const again = `exec "${process.execPath}" "${import.meta.path}" --inside --binary "${resolve(values.binary)}"`
  const script = ['ip link set lo up', ...added, again].join('\n')
  const stdio: ['ignore', 'inherit', 'inherit'] = ['ignore', 'inherit', 'inherit']
  process.exitCode = Bun.spawnSync(['unshare', '-n', 'sh', '-ec', script], { stdio }).exitCode
}

/** Keys, of which one is revoked, and messages of all kinds in tests of every source. */
async function fill(running: Running): Promise<FixtureFacts> {
  const run = (...line: string[]) => mailgauge(line, { cwd: running.folder })
  await run('account', 'create', 'small', '--plan', 'gated')
  const full = await keyed(running, 'full')
  const small = await keyed(running, 'small', '--account', 'small')
  const revoked = await keyed(running, 'revoked')
  await run('key', 'revoke', revoked.id)
  const repeated = await full.create({ 'idempotency-key': IDEMPOTENCY_KEY })

  const sent = await chosen()
  for (const [number, one] of sent.entries()) {
    const { transport, mailFrom = '' } = one[0].envelope
    if (transport === 'file' || number % 6 === 5 || /[^\0-\x7f]/.test(mailFrom)) await upload(running, one)
    else if (number % 2 === 0) await deliver(running, (await full.create()).address, one)
    else await deliver(running, (await anonymousTest(running)).address, one)
  }
  const two = sent.slice(0, 2)
  const said = await anonymousTest(running)
  for (const one of two) await deliver(running, said.address, one)
  for (const one of two) await deliver(running, (await small.create()).address, one)
  for (const one of two) await deliver(running, 'postmaster@test.example', one)
  const noMessage = Buffer.from('No field, and no message.\r\n')
  await deliver(running, (await full.create()).address, [readCase('personal'), noMessage])
  await until(() => waiting(running.folder) === 0)
  await post(running, `/t/${said.token}/kind`, new URLSearchParams({ kind: 'marketing', bulk: 'yes' }))
  return {
    madeAt: new Date().toISOString(),
    keys: { full: full.secret, small: small.secret, revoked: revoked.secret },
    idempotency: { key: IDEMPOTENCY_KEY, token: repeated.token },
    said: said.token,
  }
}

interface MessageRow {
  id: string
  token: string
  account: string | null
}

/** What the service says of every message, to whom it may. */
async function answers({ http, folder }: Running, { keys }: FixtureFacts): Promise<FixtureAnswer[]> {
  const rows = ask<MessageRow>(
    folder,
    'SELECT m.id, t.token, a.name AS account FROM messages m JOIN mail_tests t ON t.seq = m.test_seq LEFT JOIN accounts a ON a.id = t.account_id ORDER BY m.seq',
  )
  const asked = rows.flatMap(({ id, token, account }): Omit<FixtureAnswer, 'status' | 'body'>[] =>
    account === null
      ? [
          `/v1/shared/${token}?m=${id}`,
          `/v1/shared/${token}/message?m=${id}`,
          `/t/${token}.json?m=${id}`,
        ].map((path) => ({ path }))
      : [{ path: `/v1/tests/${token}?m=${id}`, key: account === 'small' ? 'small' : 'full' }],
  )
  const told: FixtureAnswer[] = []
  for (const question of asked) {
    const headers = question.key ? { authorization: `Bearer ${keys[question.key]}` } : {}
    const answer = await fetch(`http://${http}${question.path}`, { headers })
    told.push({ ...question, status: answer.status, body: (await answer.json()) as FixtureAnswer['body'] })
  }
  return told
}

/** A service that is killed amid its work: what it had taken stays in the queue, and what it would tell in the outbox. */
async function leaveQueued(folder: string): Promise<void> {
  const running = await serve(folder, ['--analysis.processes=1'], values.binary)
  const one = await sending(readCase('personal'))
  const addresses: string[] = []
  for (let made = 0; made < 5; made += 1) addresses.push((await anonymousTest(running)).address)
  const [first = '', ...others] = addresses
  await deliver(running, first, one)
  await until(() => waiting(folder) === 0)
  await Promise.all(others.map((address) => deliver(running, address, one)))
  await running.kill('SIGKILL')
  if (waiting(folder) < 2) throw new Error('too little is left in the queue: try again')
}

/** Lists are asked once their self-tests are through: nothing is asked any more. */
async function selfTestsDone({ calls }: DnsServer): Promise<void> {
  for (let before = -1; calls.length > before || calls.length === 0; await Bun.sleep(1000))
    before = calls.length
}

async function make(): Promise<void> {
  const { folder, remove } = temporaryFolder()
  const dns = await dnsServer(wholeZone())
  const long = 'lifetime = "400 days"'
  const sections = {
    dns: `servers = ["${dns.address}"]`,
    tests: long,
    anonymous: `${long}\ntests_per_hour = 1000`,
    'plans.gated': 'api = true\nfull_reports_per_month = 1',
  }
  writeConfig(folder, {}, sections)
  const running = await serve(folder, [], values.binary)
  await selfTestsDone(dns)
  const facts = await fill(running)
  const told = await answers(running, facts)
  await running.kill()
  await leaveQueued(folder)
  dns.close()
  ask(folder, 'PRAGMA wal_checkpoint(TRUNCATE)')
  const { stdout } = await mailgauge(['version'])
  write(
    stdout.trim().split(' ').at(-1) ?? '',
    readFileSync(join(folder, 'data', 'mailgauge.db')),
    facts,
    told,
  )
  remove()
}

function write(version: string, database: Uint8Array, facts: FixtureFacts, told: FixtureAnswer[]): void {
  mkdirSync(FIXTURES, { recursive: true })
  const packed = (data: string | Uint8Array) => Bun.zstdCompressSync(data, { level: 19 })
  const files = {
    'db.zst': packed(database),
    'answers.json.zst': packed(JSON.stringify(told)),
    json: `${JSON.stringify(facts, null, 2)}\n`,
  }
  for (const [ending, content] of Object.entries(files)) {
    const file = join(FIXTURES, `database-${version}.${ending}`)
    writeFileSync(file, content)
    process.stdout.write(`${file}: ${content.length} octets\n`)
  }
}

if (values.inside) await make()
else apart()
