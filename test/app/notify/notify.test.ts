import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createNotify, openNotify } from '../../../src/app/notify/notify.ts'
import { temporaryFolder } from '../../support/binary.ts'
import { listenAsSupervisor, mayListen } from '../../support/notify-socket.ts'
import { until } from '../../support/until.ts'

const silent = { warn: () => {} }

function heard() {
  const messages: string[] = []
  const socket = { send: (message: string) => messages.push(message) > 0, monotonicUsec: () => 5_000_000n }
  return { messages, socket }
}

describe('what the supervisor is told', () => {
  test('each state, with a line of status', () => {
    const { messages, socket } = heard()
    const notify = createNotify(socket, undefined)
    notify.ready('HTTP on 127.0.0.1:8080,\nSMTP on :25')
    notify.reloading()
    notify.ready()
    notify.status('one\r\nREADY=1')
    notify.stopping()
    expect(messages).toEqual([
      'EXTEND_TIMEOUT_USEC=60000000',
      'READY=1\nSTATUS=HTTP on 127.0.0.1:8080, SMTP on :25',
      'RELOADING=1\nMONOTONIC_USEC=5000000\nSTATUS=Reloading',
      'READY=1',
      'STATUS=one READY=1',
      'STOPPING=1\nSTATUS=Stopping',
    ])
  })

  test('the watchdog hears of answers and of failures, and nothing while one is waited for', async () => {
    const { messages, socket } = heard()
    const turns: PromiseWithResolvers<void>[] = []
    const notify = createNotify(socket, 1)
    const told = () => messages.filter((one) => one === 'WATCHDOG=1').length
    notify.watch(() => {
      const turn = Promise.withResolvers<void>()
      turns.push(turn)
      return turn.promise
    })
    await until(() => turns.length === 1)
    // Many more turns of the timer pass: the question is not asked a second time.
    await Bun.sleep(50)
    expect([turns.length, told()]).toEqual([1, 0])
    turns[0]?.resolve()
    await until(() => told() === 1 && turns.length === 2)
    turns[1]?.reject(new Error('the disk is full'))
    await until(() => told() === 2 && turns.length === 3)
    notify.stopping()
    turns[2]?.resolve()
  })

  test('who wants no watchdog has none', async () => {
    const { messages, socket } = heard()
    let asked = 0
    createNotify(socket, undefined).watch(async () => {
      asked += 1
    })
    await Bun.sleep(20)
    expect([asked, messages.includes('WATCHDOG=1')]).toEqual([0, false])
  })
})

describe('the variables of the supervisor', () => {
  test('none: nothing is loaded, nothing happens', async () => {
    const notify = await openNotify({}, silent)
    for (const call of [notify.ready, notify.reloading, notify.stopping]) expect(call()).toBeUndefined()
  })

  test('are removed, so that no child speaks for the service', async () => {
    const environment = { PATH: '/bin', NOTIFY_SOCKET: '', WATCHDOG_USEC: '1', WATCHDOG_PID: '1' }
    await openNotify(environment, silent)
    expect(environment as object).toEqual({ PATH: '/bin' })
  })

  test.each(['relative', 'vsock:2:1234', `/${'a'.repeat(120)}`])(
    '%s is no address: said once',
    async (at) => {
      const warned: object[] = []
      const notify = await openNotify({ NOTIFY_SOCKET: at }, { warn: (facts) => warned.push(facts) })
      notify.ready()
      expect(warned).toEqual([{ notifySocket: at }])
    },
  )
})

describe.skipIf(!mayListen)('over a socket', () => {
  let end: (() => void)[] = []
  afterEach(() => {
    for (const one of end.splice(0)) one()
    end = []
  })

  test.each(['path', 'abstract'])('%s', async (kind) => {
    const { folder, remove } = temporaryFolder()
    end.push(remove)
    const at = kind === 'path' ? join(folder, 'notify') : `@mailgauge-test-${process.pid}`
    const supervisor = listenAsSupervisor(at)
    end.push(supervisor.close)
    const environment = {
      NOTIFY_SOCKET: at,
      WATCHDOG_USEC: '4000',
      WATCHDOG_PID: String(process.pid),
    }
    const notify = await openNotify(environment, silent)
    end.push(notify.stopping)
    notify.ready('up')
    expect(await supervisor.said('READY=1')).toBe('READY=1\nSTATUS=up')
    notify.reloading()
    const reloading = await supervisor.said('RELOADING=1')
    expect(reloading).toMatch(/^RELOADING=1\nMONOTONIC_USEC=[1-9]\d*\nSTATUS=/)
    notify.watch(async () => {})
    await supervisor.said('WATCHDOG=1')
  })

  test('the watchdog of another process is not ours', async () => {
    const { folder, remove } = temporaryFolder()
    end.push(remove)
    const at = join(folder, 'notify')
    const supervisor = listenAsSupervisor(at)
    end.push(supervisor.close)
    const environment = { NOTIFY_SOCKET: at, WATCHDOG_USEC: '4000', WATCHDOG_PID: '1' }
    const notify = await openNotify(environment, silent)
    let asked = 0
    notify.watch(async () => {
      asked += 1
    })
    await Bun.sleep(20)
    expect(asked).toBe(0)
    notify.stopping()
  })
})
