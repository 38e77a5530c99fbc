/**
 * What a small server can do: the service in a control group that may hold so much memory, with a mix of mail as people send it, and one of
 * the largest. Told: what the group held, whether anything was killed for want of memory, processor time and disk for each message.
 * `bun bench/sizing.ts [--memory 1GB] [--messages 1000] [--large 25] [--kind attachment] [--set analysis.processes=1]...` as root on Linux; docs/sizing.md has results.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BINARY, mailgauge, serve } from '../test/support/binary.ts'
import { startWorld } from './harness/dns.ts'
import { familyCpuMs, residentMb, settled } from './harness/proc.ts'
import { benchFolder } from './harness/service.ts'
import { mailSession, sendAll } from './harness/smtp.ts'
import { type Kind, signedMessages } from './messages.ts'

const MB = 1024 ** 2
const KB = 1024
/** Of a hundred messages: kind, size, how many. */
const MIX: readonly [Kind, number, number][] = [
  ['newsletter', 10 * KB, 40],
  ['plain', 10 * KB, 25],
  ['attachment', 10 * KB, 20],
  ['newsletter', 100 * KB, 8],
  ['attachment', 100 * KB, 6],
  ['attachment', MB, 1],
]
const PER_TEST = 20
const LOOK_MS = 100

const { values } = parseArgs({
  options: {
    memory: { type: 'string', default: '1GB' },
    messages: { type: 'string', default: '1000' },
    large: { type: 'string', default: '25' },
    kind: { type: 'string', default: 'attachment' },
    set: { type: 'string', multiple: true, default: [] },
  },
})
const [, amount, unit] = /^(\d+)(MB|GB)$/.exec(values.memory) ?? []
const limit = Number(amount) * (unit === 'GB' ? 1024 * MB : MB)
const wanted = Number(values.messages)

/** A group of its own, of either version, that may hold so many bytes and swap nothing. */
function memoryGroup(bytes: number) {
  const isOld = existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes')
  const folder = join(isOld ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup', `mailgauge-sizing-${process.pid}`)
  mkdirSync(folder)
  const set = (file: string, value: number) => {
    if (existsSync(join(folder, file))) writeFileSync(join(folder, file), String(value))
  }
  set(isOld ? 'memory.limit_in_bytes' : 'memory.max', bytes)
  if (isOld) set('memory.memsw.limit_in_bytes', bytes)
  else set('memory.swap.max', 0)
  const numberIn = (file: string, name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(readFileSync(join(folder, file), 'latin1'))?.[1] ?? 0)
  return {
    procs: join(folder, 'cgroup.procs'),
    /** What cannot be given up, unlike what is kept of files. */
    held: () => numberIn('memory.stat', isOld ? 'total_rss' : 'anon'),
    kills: () => numberIn(isOld ? 'memory.oom_control' : 'memory.events', 'oom_kill'),
    remove: () => rmdirSync(folder),
  }
}

const world = await startWorld()
const group = memoryGroup(limit)
const { folder, remove } = benchFolder({ dns: world.dns })
const inGroup = join(folder, 'in-group')
writeFileSync(inGroup, `#!/bin/sh\necho $$ > ${group.procs}\nexec ${BINARY} "$@"\n`)
chmodSync(inGroup, 0o755)
await mailgauge(['account', 'create', 'bench'], { cwd: folder })
const made = await mailgauge(
  ['key', 'create', '--account', 'bench', '--name', 'bench', '--scopes', 'tests:write,tests:read'],
  { cwd: folder },
)
const headers = { authorization: `Bearer ${made.stdout.trim()}` }
const running = await serve(
  folder,
  values.set.map((option) => `--${option}`),
  inGroup,
)
const { pid } = running.process
await settled(() => familyCpuMs(pid))
let most = 0
const timer = setInterval(() => {
  most = Math.max(most, group.held())
}, LOOK_MS)
const mb = (bytes: number) => `${Math.round(bytes / MB)} MB`
const say = (what: string, value: string) => console.info(`${what.padEnd(46)}${value}`)
const database = () =>
  ['', '-wal'].reduce(
    (sum, end) =>
      sum + (statSync(join(folder, 'data', `mailgauge.db${end}`), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

interface Test {
  token: string
  address: string
}
const base = `http://${running.http}`
const newTest = async () =>
  (await (await fetch(`${base}/v1/tests`, { method: 'POST', headers })).json()) as Test
const outcome = async ({ token }: Test) => {
  for (;;) {
    const { status } = (await (await fetch(`${base}/v1/tests/${token}?wait=60`, { headers })).json()) as {
      status: string
    }
    if (status !== 'pending') return status
  }
}
const allScored = async (tests: readonly Test[]) => {
  const statuses = await Promise.all(tests.map(outcome))
  await settled(() => familyCpuMs(pid), 600_000)
  return statuses
}

say('memory that the service may hold', values.memory)
say('idle, service alone', `${Math.round(residentMb(pid))} MB`)
say('idle, with what it started', mb(group.held()))
const messages: Buffer[] = []
for (const [kind, bytes, count] of MIX)
  messages.push(
    ...(await signedMessages(kind, bytes, Math.round((count * wanted) / 100), world.privateKeyPem)),
  )
const tests: Test[] = []
for (let at = 0; at < messages.length; at += PER_TEST) tests.push(await newTest())
const empty = database()
const [cpu, began] = [familyCpuMs(pid), performance.now()]
await sendAll(
  running.smtp,
  tests.map(({ address }) => address),
  messages,
  10,
)
const statuses = await allScored(tests)
say('messages', `${messages.length}, ${mb(messages.reduce((sum, { length }) => sum + length, 0))}`)
say('tests that ended otherwise than scored', String(statuses.filter((status) => status !== 'scored').length))
say('processor time for each', `${((familyCpuMs(pid) - cpu) / messages.length).toFixed(1)} ms`)
say('until all were scored', `${((performance.now() - began) / 1000).toFixed(0)} s`)
say('held at most', mb(most))
say('disk for 1,000 messages', mb(((database() - empty) / messages.length) * 1000))
if (Number(values.large) > 0) {
  const [large] = await signedMessages(
    values.kind as Kind,
    Number(values.large) * MB - 4000,
    1,
    world.privateKeyPem,
  )
  const test = await newTest()
  const session = await mailSession(running.smtp)
  const replied = await session
    .send(test.address, large ?? new Uint8Array())
    .then(() => outcome(test), String)
  say(`${values.kind} of ${values.large} MB`, replied)
  say('held at most, with it', mb(most))
}
say('killed for want of memory', String(group.kills()))
clearInterval(timer)
await running.kill()
group.remove()
await world.stop()
remove()
