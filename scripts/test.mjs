// The whole check: lint, types, dead code, unit and conformance tests, the build, the tests of the binary and the browser.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { isStale } from './start.mjs'
import { findBun, installPackages, root, withBun } from './toolchain.mjs'

/** For each test: a machine with much other work may take this for what otherwise takes ten seconds. */
const TIMEOUT_MS = 300_000
/** What both halves hold at once, and the machine besides. */
const ROOM_FOR_BOTH_BYTES = 5e9

const bun = findBun()
installPackages(bun)
const env = withBun(bun)
const bin = (name) => join('node_modules', '.bin', name)
const began = Date.now()
const secondsSince = (from) => Math.round((Date.now() - from) / 1000)
const total = { pass: 0, fail: 0, skip: 0 }

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

/** A step that passes or fails as a whole. */
async function step(say, name, command, args) {
  say(`\n${name}\n`)
  const from = Date.now()
  const { code } = await show(say, command, args)
  total[code === 0 ? 'pass' : 'fail'] += 1
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
  total.pass += pass
  total.skip += skip
  total.fail += fail === 0 && code !== 0 ? 1 : fail
}

async function sources(say) {
  await step(say, 'Lint', bun, [bin('biome'), 'check', '.'])
  await step(say, 'Types', bun, [bin('tsc'), '--noEmit'])
  await step(say, 'Dead code', bun, [bin('knip')])
  // Every folder but those with a run of their own, so that a new one cannot be forgotten.
  const apart = ['binary', 'browser', 'support']
  const folders = readdirSync(join(root, 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !apart.includes(entry.name))
    .map(({ name }) => `test/${name}/`)
  await tests(say, 'Unit and conformance tests', ['test/architecture.test.ts', ...folders])
}

async function product(say) {
  const isBuilt = !isStale() || (await step(say, 'Build', process.execPath, [join('scripts', 'build')]))
  if (isBuilt) await tests(say, 'Tests of the built binary', ['test/binary/'])
  await tests(say, 'Browser tests', ['test/browser/'])
}

const tell = (text) => process.stderr.write(text)

/** Both at once: one mostly computes, the other mostly waits. What the second one says follows the first. */
async function besideEachOther(first, second) {
  let kept = ''
  let say = (text) => {
    kept += text
  }
  const later = second((text) => say(text))
  await first(tell)
  tell(kept)
  say = tell
  await later
}

if (availableParallelism() > 1 && totalmem() > ROOM_FOR_BOTH_BYTES) await besideEachOther(sources, product)
else {
  await sources(tell)
  await product(tell)
}

tell(`\n${secondsSince(began)} seconds\n`)
if (total.skip > 0) process.stdout.write(`${total.skip} skipped\n`)
// The last line, read by machines.
process.stdout.write(`${total.pass} passed, ${total.fail} failed\n`)
process.exit(total.fail > 0 ? 1 : 0)
