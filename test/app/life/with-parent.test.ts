import { afterEach, beforeEach, expect, test } from 'bun:test'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../support/until.ts'

let folder: string
let left: number | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailgauge-parent-'))
})
afterEach(() => {
  if (left !== undefined && existsSync(`/proc/${left}`)) process.kill(left, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The process that a parent starts, whose standard input stays open when the parent was killed: somebody else holds it too. */
async function outlived(command: (parent: string) => string): Promise<number> {
  const pipe = join(folder, 'pipe')
  Bun.spawnSync(['mkfifo', pipe])
  const code = `
    const child = Bun.spawn(${command('String(process.pid)')}, { stdin: Bun.file(${JSON.stringify(pipe)}), stdout: 'ignore', stderr: 'ignore' })
    process.stdout.write(child.pid + '\\n')
    setInterval(() => {}, 1000)`
  const held = openSync(pipe, 'r+')
  const parent = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe' })
  try {
    const { value } = await parent.stdout.getReader().read()
    const pid = Number(new TextDecoder().decode(value))
    left = pid
    parent.kill('SIGKILL')
    await parent.exited
    await until(() => !existsSync(`/proc/${pid}`) || undefined, 30_000)
    return pid
  } finally {
    closeSync(held)
  }
}

const main = JSON.stringify(join(import.meta.dir, '..', '..', '..', 'src', 'main.ts'))

test('a process that makes a backup ends when the service is killed, though its standard input stays open', async () => {
  const pid = await outlived((parent) => `[process.execPath, ${main}, '__backup', ${parent}]`)
  expect(pid).toBeGreaterThan(0)
}, 60_000)

const module = join(import.meta.dir, '..', '..', '..', 'src', 'app', 'life', 'with-parent.ts')
const busy = JSON.stringify(
  `require(${JSON.stringify(module)}).endWithParent(Number(process.argv[1])); for (;;) Math.random()`,
)

test('a process ends with its parent though its work answers nothing', async () => {
  const pid = await outlived((parent) => `[process.execPath, '-e', ${busy}, ${parent}]`)
  expect(pid).toBeGreaterThan(0)
}, 60_000)
