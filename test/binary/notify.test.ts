import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mailgauge, type Running, serve, temporaryFolder, writeConfig } from '../support/binary.ts'
import { listenAsSupervisor, mayListen } from '../support/notify-socket.ts'
import { until } from '../support/until.ts'

describe.skipIf(!mayListen)('under a supervisor', () => {
  let folder: string
  let remove: () => void
  let running: Running | undefined
  let supervisor: ReturnType<typeof listenAsSupervisor>
  beforeEach(() => {
    const made = temporaryFolder()
    folder = made.folder
    remove = made.remove
    writeConfig(folder)
    supervisor = listenAsSupervisor(join(folder, 'notify'))
  })
  afterEach(async () => {
    await running?.kill('SIGKILL')
    running = undefined
    supervisor.close()
    remove()
  })

  const supervised = () =>
    serve(folder, [], undefined, { NOTIFY_SOCKET: join(folder, 'notify'), WATCHDOG_USEC: '200000' })

  test('says when it listens, that it lives, and when it stops', async () => {
    running = await supervised()
    const ready = await supervisor.said('READY=1')
    expect(ready).toBe(
      `READY=1\nSTATUS=HTTP on ${running.http}, SMTP on ${running.smtp.host}:${running.smtp.port}`,
    )
    await supervisor.said('WATCHDOG=1')
    expect(await running.kill()).toBe(0)
    expect(supervisor.messages().at(-1)).toStartWith('STOPPING=1')
    expect(supervisor.messages().filter((one) => one.startsWith('READY=1'))).toHaveLength(1)
  })

  test('its children cannot speak for it', async () => {
    const service = await supervised()
    running = service
    const [child = 0] = await until(() => service.children().length > 0 && service.children())
    const environment = () => readFileSync(`/proc/${child}/environ`, 'utf8')
    await until(() => environment().includes('TMPDIR='))
    expect(environment()).not.toMatch(/NOTIFY_SOCKET|WATCHDOG/)
  })

  test('health tells what it says of itself, and that nobody is there', async () => {
    running = await serve(folder)
    const asked = ['health', '--url', `http://${running.http}`]
    expect(await mailgauge(asked)).toMatchObject({ code: 0, stdout: expect.stringContaining('all is well') })
    await running.kill()
    expect(await mailgauge(asked)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing listens'),
    })
  })
})
