// The whole check: lint, types, dead code, unit and conformance tests, the build, the tests of the binary and the browser.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { isStale } from './start.mjs'
import { findBun, installPackages, root, withBun } from './toolchain.mjs'

/** For each test: a machine with much other work may take this for what otherwise takes ten seconds. */
const TIMEOUT_MS = 300_000
/** What two runs at once hold, and the machine besides. */
const ROOM_FOR_TWO_BYTES = 5e9

const bun = findBun()
installPackages(bun)
const env = withBun(bun)
const bin = (name) => join('node_modules', '.bin', name)
const began = Date.now()
const secondsSince = (from) => Math.round((Date.now() - from) / 1000)
const total = { pass: 0, fail: 0, skip: 0 }
/** What failed, each with the last lines before it: told again at the end, where a long log is read. */
const failures = []
const LINES_OF_A_FAILURE = 25

/** Runs a command, tells its output, and gives its exit code with what it printed. */
function show(say, command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (chunk) => {
        output += chunk
        say(chunk)
      })
    }
    child.on('error', (error) => {
      say(`${error}\n`)
      resolve({ code: 1, output })
    })
    child.on('close', (code, signal) => {
      if (signal) say(`\nIt was ended by ${signal}.\n`)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** The tests that failed, each with its file and what was printed since the test before it. The runner tells long lists of failures twice. */
function failuresOf(output) {
  const lines = output.split('\n')
  const found = new Map()
  let file = ''
  for (const [at, line] of lines.entries()) {
    if (/^\S+\.test\.tsx?:$/.test(line)) file = line
    if (!line.startsWith('(fail)') || found.has(line)) continue
    const before = lines.slice(Math.max(0, at - LINES_OF_A_FAILURE), at)
    const from = before.findLastIndex((each) => /^\((pass|skip|fail)\)/.test(each)) + 1
    found.set(line, [file, ...before.slice(from), line].join('\n'))
  }
  return [...found.values()]
}

/** A step that passes or fails as a whole. */
async function step(say, name, command, args) {
  say(`\n${name}\n`)
  const from = Date.now()
  const { code, output } = await show(say, command, args)
  total[code === 0 ? 'pass' : 'fail'] += 1
  if (code !== 0) failures.push(`${output.split('\n').slice(-LINES_OF_A_FAILURE).join('\n')}\n${name} failed`)
  say(`${code === 0 ? 'Passed' : 'Failed'}, ${secondsSince(from)} seconds\n`)
  return code === 0
}

/** The counts that the test runner ends with; undefined where it did not come to its end. */
function countsOf(output) {
  const end = [...output.matchAll(/^Ran \d+ tests? across \d+ files?\./gm)].at(-1)?.index
  if (end === undefined) return undefined
  const lines = output.slice(0, end).split('\n').slice(-12).join('\n')
  const count = (word) => Number([...lines.matchAll(new RegExp(`^ *(\\d+) ${word}$`, 'gm'))].at(-1)?.[1] ?? 0)
  return { pass: count('pass'), skip: count('skip'), fail: count('fail') }
}

/** A run of the test runner, whose own counts are added up; one that fails without a failed test, or ends without counts, counts as one. */
async function tests(say, name, paths) {
  say(`\n${name}\n`)
  const { code, output } = await show(say, bun, ['test', '--timeout', String(TIMEOUT_MS), ...paths])
  const counts = countsOf(output)
  if (!counts) say(`\nThe test runner ended with exit code ${code} and no counts: counted as 1 failed.\n`)
  const { pass, skip, fail } = counts ?? { pass: 0, skip: 0, fail: 1 }
  failures.push(...(counts ? failuresOf(output) : [`${name}: no counts`]))
  total.pass += pass
  total.skip += skip
  total.fail += fail === 0 && code !== 0 ? 1 : fail
}

/** Folders with runs of their own: those that mostly wait, for programs, sockets and disks, and those that need the binary or a browser. */
const WAITING = ['cli', 'clients', 'jobs', 'net', 'smtp', 'store']
const APART = [...WAITING, 'binary', 'browser', 'support']

/** Every other folder, so that a new one cannot be forgotten. */
const others = readdirSync(join(root, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !APART.includes(entry.name))
  .map(({ name }) => name)
const inTest = (names) => names.map((name) => `test/${name}/`)

/** What is run, and in this order told. */
const parts = [
  async (say) => {
    await step(say, 'Lint', bun, [bin('biome'), 'check', '.'])
    await step(say, 'Types', bun, [bin('tsc'), '--noEmit'])
    await step(say, 'Dead code', bun, [bin('knip')])
  },
  (say) => tests(say, 'Unit and conformance tests', ['test/architecture.test.ts', ...inTest(others)]),
  async (say) => {
    const isBuilt = !isStale() || (await step(say, 'Build', process.execPath, [join('scripts', 'build')]))
    if (isBuilt) await tests(say, 'Tests of the built binary', inTest(['binary']))
  },
  (say) => tests(say, 'Unit tests that start programs and wait', inTest(WAITING)),
  (say) => tests(say, 'Browser tests', inTest(['browser'])),
]

const tell = (text) => process.stderr.write(text)

/** Runs the parts, so many at a time. What each says is told as it comes once all before it are done. */
async function runAll(atOnce) {
  const kept = parts.map(() => '')
  const done = parts.map(() => false)
  let begun = 0
  let told = 0
  function flush() {
    for (; told < parts.length; told += 1) {
      tell(kept[told])
      kept[told] = ''
      if (!done[told]) return
    }
  }
  async function work() {
    while (begun < parts.length) {
      const at = begun
      begun += 1
      await parts[at]((text) => {
        kept[at] += text
        if (at === told) flush()
      })
      done[at] = true
      flush()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

await runAll(availableParallelism() > 1 && totalmem() > ROOM_FOR_TWO_BYTES ? 2 : 1)

for (const failure of failures) tell(`\n${failure}\n`)
tell(`\n${secondsSince(began)} seconds\n`)
if (total.skip > 0) process.stdout.write(`${total.skip} skipped\n`)
// The last line, read by machines.
process.stdout.write(`${total.pass} passed, ${total.fail} failed\n`)
process.exit(total.fail > 0 ? 1 : 0)
