// The whole check: lint, types, dead code, unit and conformance tests, the build, the tests of the binary and the browser.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfStale } from './start.mjs'
import { findBun, installPackages, root, withBun } from './toolchain.mjs'

const bun = findBun()
installPackages(bun)
const env = withBun(bun)
const total = { pass: 0, fail: 0, skip: 0 }

/** Runs a command, shows its output, and gives its exit code with what it printed. */
function show(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
        process.stderr.write(chunk)
      })
    }
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** A step that passes or fails as a whole. */
async function step(name, args) {
  process.stderr.write(`\n${name}\n`)
  const { code } = await show(bun, args)
  total[code === 0 ? 'pass' : 'fail'] += 1
}

/** A run of the test runner, whose own counts are added up; a run that fails without a failed test counts as one. */
async function tests(name, paths) {
  process.stderr.write(`\n${name}\n`)
  const { code, output } = await show(bun, ['test', '--timeout', '60000', ...paths])
  const count = (word) => Number(output.match(new RegExp(`^\\s*(\\d+) ${word}\\b`, 'm'))?.[1] ?? 0)
  const failed = count('fail')
  total.pass += count('pass')
  total.skip += count('skip')
  total.fail += failed > 0 || code === 0 ? failed : 1
}

const bin = (name) => join('node_modules', '.bin', name)
const began = Date.now()

await step('Lint', [bin('biome'), 'check', '.'])
await step('Types', [bin('tsc'), '--noEmit'])
await step('Dead code', [bin('knip')])
// Every folder but those with a step of their own, so that a new one cannot be forgotten.
const apart = ['binary', 'browser', 'support']
const folders = readdirSync(join(root, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !apart.includes(entry.name))
  .map(({ name }) => `test/${name}/`)
await tests('Unit and conformance tests', ['test/architecture.test.ts', ...folders])
process.stderr.write('\nBuild\n')
buildIfStale()
await tests('Tests of the built binary', ['test/binary/'])
await tests('Browser tests', ['test/browser/'])

process.stderr.write(`\n${Math.round((Date.now() - began) / 1000)} seconds\n`)
if (total.skip > 0) process.stdout.write(`${total.skip} skipped\n`)
// The last line, read by machines.
process.stdout.write(`${total.pass} passed, ${total.fail} failed\n`)
process.exit(total.fail > 0 ? 1 : 0)
