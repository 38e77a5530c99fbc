import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BINARY, handles, type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { until } from '../../support/until.ts'

let folder: string
let remove: () => void
let running: Running

beforeEach(() => {
  const made = temporaryFolder()
  folder = made.folder
  remove = made.remove
})
afterEach(async () => {
  await running.kill('SIGKILL')
  remove()
})

interface Line {
  level: string
  msg: string
  changed?: string[]
  options?: string[]
  problems?: string[]
}

const linesOf = (of: Running): Line[] =>
  of
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** Tells it to reload, and gives what it then says of that. */
async function reload(of: Running, msg: RegExp): Promise<Line> {
  const before = linesOf(of).filter((line) => msg.test(line.msg)).length
  of.process.kill('SIGHUP')
  return until(() => linesOf(of).filter((line) => msg.test(line.msg))[before])
}

const DONE = /^The configuration was read again$/
const REFUSED = /^The configuration is wrong and was not taken over/

test('what can be taken over is, and what cannot is named', async () => {
  writeConfig(folder)
  running = await serve(folder)
  writeConfig(folder, {
    http: 'trusted_proxies = ["127.0.0.1"]',
    site: 'name = "Another"',
    'plans.extra': 'api = true',
  })
  const told = await reload(running, DONE)
  expect(told.changed).toEqual(['http.trusted_proxies', 'plans.extra'])
  const rest = await until(() => linesOf(running).find(({ msg }) => msg.startsWith('Changed, takes effect')))
  expect(rest.msg).toBe('Changed, takes effect at the next start: site.name')
  expect(rest.options).toEqual(['site.name'])
  // Believed of the proxy from now on.
  await fetch(`http://${running.http}/reloaded`, { headers: { 'x-forwarded-for': '192.0.2.77' } })
  await until(() => running.output().includes('"client":"192.0.2.77"'))
}, 60_000)

test('one mistake in it changes nothing, and is named with its line', async () => {
  writeConfig(folder)
  running = await serve(folder)
  const path = join(folder, 'mailgauge.toml')
  writeConfig(folder, { http: 'trusted_proxies = ["127.0.0.1"]', log: 'levle = "debug"' })
  const line =
    readFileSync(path, 'utf8')
      .split('\n')
      .findIndex((text) => text.startsWith('levle')) + 1
  const told = await reload(running, REFUSED)
  expect(told.level).toBe('error')
  expect(told.problems).toEqual([
    `log.levle (mailgauge.toml, line ${line}): there is no such option, did you mean log.level?`,
  ])
  await fetch(`http://${running.http}/reloaded`, { headers: { 'x-forwarded-for': '192.0.2.77' } })
  await until(() => running.output().includes('"path":"/reloaded"'))
  expect(running.output()).not.toContain('192.0.2.77')

  rmSync(path)
  expect((await reload(running, REFUSED)).problems).toEqual([
    'An evaluation goes on as one, and a service as a service, until it is started again.',
  ])
  writeFileSync(path, 'this is no [toml')
  expect((await reload(running, REFUSED)).problems?.[0]).toContain('mailgauge.toml, line 1')
  writeConfig(folder, { log: 'level = "error"' }, { log: '' })
  running.process.kill('SIGHUP')
  await until(async () => {
    const before = linesOf(running).length
    await fetch(`http://${running.http}/quiet`)
    await Bun.sleep(50)
    return linesOf(running).length === before
  })
}, 60_000)

test('reloads amid requests lose none of them', async () => {
  writeConfig(folder)
  running = await serve(folder)
  let failed = 0
  let asked = 0
  let over = false
  const asking = Array.from({ length: 8 }, async () => {
    while (!over) {
      const status = await fetch(`http://${running.http}/healthz`).then(
        (response) => response.status,
        () => 0,
      )
      asked += 1
      if (status !== 200) failed += 1
    }
  })
  for (let round = 0; round < 10; round += 1) {
    writeConfig(folder, { http: `trusted_proxies = ["192.0.2.${round}"]` })
    await reload(running, DONE)
  }
  over = true
  await Promise.all(asking)
  expect(asked).toBeGreaterThan(10)
  expect(failed).toBe(0)
}, 120_000)

test('a SIGHUP during the start and the stop kills nothing', async () => {
  writeConfig(folder)
  const child = Bun.spawn([BINARY, 'serve'], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', TMPDIR: join(folder, 'tmp') },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let output = ''
  const read = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stdout) output += decoder.decode(chunk, { stream: true })
  })()
  // From the moment it takes them on: before that the system has its way.
  await until(() => handles(child.pid, 'SIGHUP'))
  let ended = false
  const hangUps = (async () => {
    while (!ended && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGHUP')
      await Bun.sleep(5)
    }
  })()
  await until(() => output.includes('"msg":"Listening"'))
  await until(() => output.includes('The configuration was read again'))
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  ended = true
  await Promise.all([hangUps, read])
  expect(output).toContain('"msg":"Stopped')
}, 60_000)
