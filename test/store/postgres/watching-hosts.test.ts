import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createOnOneHost } from '../../../src/app/hosts/one-host.ts'
import type { Finding, FindingState } from '../../../src/services/doctor/finding.ts'
import { createSickness } from '../../../src/services/instance/sickness/sickness.ts'
import { COUNTS_FOR_MS, openRunningTime } from '../../../src/services/monitors/watching/running-time.ts'
import type { SharedStore } from '../../../src/store/postgres/open.ts'
import { testClock } from '../../support/clock.ts'
import { monitor } from '../../support/monitors.ts'
import { postgresMissing, type TestPostgres, testPostgres } from '../../support/postgres.ts'

const MINUTE = 60_000

describe.skipIf(postgresMissing !== undefined)('two hosts over one database', () => {
  const clock = testClock()
  let opened: TestPostgres
  let hosts: Record<'mx1' | 'mx2', SharedStore>
  beforeAll(async () => {
    opened = await testPostgres({ clock })
    hosts = { mx1: opened.store, mx2: await opened.another() }
  })
  afterAll(() => opened.done())

  const names = ['mx1', 'mx2'] as const

  test('regular work is never done by both at once', async () => {
    let [atOnce, most, done] = [0, 0, 0]
    const works = names.map((host) =>
      createOnOneHost({ leases: hosts[host].leases, holder: { host, start: '1' } })('work', async () => {
        atOnce += 1
        most = Math.max(most, atOnce)
        await Bun.sleep(2)
        atOnce -= 1
        done += 1
      }),
    )
    for (let turn = 0; turn < 30; turn += 1) await Promise.all(works.map((work) => work()))
    expect(most).toBe(1)
    expect(done).toBeGreaterThanOrEqual(30)
  })

  test('the time in which monitors are watched counts once, and goes on when the one that counts is gone', async () => {
    let ticks = 0
    const open = (host: 'mx1' | 'mx2') =>
      openRunningTime({
        times: hosts[host].watchedTime,
        monitors: { all: async () => [monitor('acc')] },
        clock: { now: clock.now, ticks: () => ticks },
        isTaking: async () => true,
        counts: () => hosts[host].leases.take('watched-time', `${host}/1`, COUNTS_FOR_MS),
      })
    const both = await Promise.all(names.map(open))
    const pass = async (some: typeof both) => {
      for (const one of some) await one.tick()
      ticks += 30_000
      clock.advance(30_000)
    }
    for (let turn = 0; turn <= 20; turn += 1) await pass(both)
    expect(await hosts.mx2.watchedTime.read()).toBe(10 * MINUTE)
    for (let turn = 0; turn < 20; turn += 1) await pass(both.slice(1))
    const all = await hosts.mx1.watchedTime.read()
    expect(all).toBeGreaterThanOrEqual(17 * MINUTE)
    expect(all).toBeLessThanOrEqual(20 * MINUTE)
  })

  test('trouble of each is told once, of what they share once, and is over when the host is gone', async () => {
    const states: Record<string, FindingState> = { mx1: 'ok', mx2: 'ok', shared: 'ok' }
    const finding = (id: string, state: FindingState, host?: string): Finding => ({
      id,
      title: id,
      read: '',
      state,
      seen: `It is ${state}.`,
      ...(host !== undefined && { host }),
    })
    const start = (host: string) => ({ name: host, start: '1', program: '1.0.0' })
    for (const host of names) expect(await hosts[host].hosts.enter(start(host))).toBe('entered')
    const run = (host: 'mx1' | 'mx2') =>
      createSickness({
        store: hosts[host],
        doctor: {
          examine: async () => [
            finding('disk', states['shared'] ?? 'ok'),
            finding('resolver', states[host] ?? 'ok', host),
          ],
        },
        clock,
        log: { info() {}, warn() {}, error() {} },
        among: {
          host,
          alive: async () => (await hosts[host].hosts.list()).map(({ name }) => name),
          leads: () => hosts[host].leases.take('sickness', `${host}/1`, 11 * MINUTE),
        },
      }).run()
    const look = async (...some: ('mx1' | 'mx2')[]) => {
      clock.advance(5 * MINUTE)
      for (const host of some) await hosts[host].hosts.alive(start(host))
      await Promise.all(some.map(run))
    }
    const told = async () =>
      (await hosts.mx1.outbox.behind(crypto.randomUUID(), 1000)).flatMap(({ type, payload }) =>
        type.startsWith('instance.') ? `${type} ${(payload as { host?: string }).host ?? 'all'}` : [],
      )
    await look(...names)
    Object.assign(states, { mx1: 'problem', mx2: 'problem', shared: 'problem' })
    for (let looks = 0; looks < 3; looks += 1) await look(...names)
    expect((await told()).toSorted()).toEqual([
      'instance.trouble all',
      'instance.trouble mx1',
      'instance.trouble mx2',
    ])
    for (let looks = 0; looks < 6; looks += 1) await look('mx2')
    expect((await told()).slice(3)).toEqual(['instance.recovered mx1'])
  })
})
