import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { until } from '../support/until.ts'

const taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('') })

/** Whether the process has a handler of its own for SIGHUP, SIGINT and SIGTERM (1, 2 and 15 in proc(5)'s mask). */
function takesSignals(pid: number): boolean {
  const mask = /^SigCgt:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return (BigInt(`0x${mask}`) & 0x4003n) === 0x4003n
}

/** Whether every signal that was sent to the process has reached it, or the process is gone. */
function hasNoneLeft(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/status`)) return true
  const pending = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^(?:SigPnd|ShdPnd):\s*[0-9a-f]+/gm) ?? []
  return pending.length > 0 && pending.every((line) => /\s0+$/.test(line))
}

describe('starting and stopping', () => {
  let folder: string
  let remove: () => void
  let running: Running | undefined

  beforeEach(() => {
    const made = temporaryFolder()
    folder = made.folder
    remove = made.remove
    writeConfig(folder)
  })
  afterEach(async () => {
    await running?.kill('SIGKILL')
    running = undefined
    remove()
  })

  test.each([
    ['http', 'HTTP'],
    ['smtp', 'SMTP'],
  ])('a %s port that is taken is told in one line', async (section, word) => {
    const { stderr, code } = await mailgauge(['serve', `--${section}.listen=127.0.0.1:${taken.port}`], {
      cwd: folder,
    })
    expect(stderr).toBe(
      `${word} cannot listen on 127.0.0.1:${taken.port}: another program listens there already${
        word === 'HTTP' ? ', or this machine has no such address' : ''
      }. Stop that program, or set another ${section}.listen.\n`,
    )
    expect(code).toBe(1)
  })

  test('one Ctrl-C that arrives twice, from the terminal and from npm, ends it in good order', async () => {
    running = await serve(folder)
    running.process.kill('SIGINT')
    expect(await running.kill('SIGINT')).toBe(0)
  })

  test('what is sent to the whole group does not kill an analysis', async () => {
    running = await serve(folder)
    const [child = 0] = await until(() => {
      const children = running?.children() ?? []
      return children.length > 0 && children
    })
    await until(() => takesSignals(child))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(child, signal)
    await until(() => hasNoneLeft(child))
    expect(running.children()).toContain(child)
  })

  test('evaluation names its commands so that they can be copied', async () => {
    rmSync(`${folder}/mailgauge.toml`)
    const flags = [
      '--http.listen=127.0.0.1:0',
      '--smtp.listen=127.0.0.1:0',
      '--dns.servers=127.0.0.1:1',
      '--log.format=json',
    ]
    const evaluation = await serve(folder, flags)
    running = evaluation
    const line = await until(() => evaluation.output().match(/^ *API key +(.*)$/m)?.[1])
    const made = Bun.spawnSync(['sh', '-c', line], { cwd: folder })
    expect(made.stdout.toString()).toMatch(/^mg_\w{39}\n$/)
    const whoami = await fetch(`http://${evaluation.http}/v1/whoami`, {
      headers: { authorization: `Bearer ${made.stdout.toString().trim()}` },
    })
    expect(whoami.status).toBe(200)
  })
})
