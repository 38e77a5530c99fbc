import { describe, expect, test } from 'bun:test'
import type { InspectedName } from '../../src/core/inspection.ts'
import { createInspections, InspectionStopped } from '../../src/services/inspections/inspections.ts'
import { readName } from '../../src/services/inspections/name.ts'
import { inspectionSeats } from '../../src/services/inspections/seats.ts'
import { processorTime } from '../support/processor-time.ts'

describe('what a person typed', () => {
  test.each<[string, string]>([
    ['example.org', 'example.org'],
    ['  Example.ORG. ', 'example.org'],
    ['https://www.example.org/path?q=1', 'www.example.org'],
    ['http://example.org:8080', 'example.org'],
    ['Ann <ann@example.org', 'example.org'],
    ['example.org/path', 'example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('%p is the domain %s', (typed, name) => {
    expect(readName(typed)).toEqual({ kind: 'domain', name })
  })

  test.each<[string, string]>([
    ['8.8.8.8', '8.8.8.8'],
    ['[8.8.8.8]', '8.8.8.8'],
    ['2001:4860:4860:0:0:0:0:8888', '2001:4860:4860::8888'],
    ['[2001:4860:4860::8888]', '2001:4860:4860::8888'],
    ['[IPv6:2001:4860:4860::8888]', '2001:4860:4860::8888'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['https://8.8.8.8/', '8.8.8.8'],
    ['８.８.８.８', '8.8.8.8'],
  ])('%p is the address %s', (typed, name) => {
    expect(readName(typed)).toEqual({ kind: 'address', name })
  })

  test.each<[string, RegExp]>([
    ['', /Write a domain/],
    ['localhost', /neither/],
    ['example', /neither/],
    ['exa mple.org', /neither/],
    ['-a.example.org', /neither/],
    ['_dmarc.example.org', /neither/],
    ['a..example.org', /neither/],
    [`${'a'.repeat(64)}.example.org`, /neither/],
    [`${'a.'.repeat(130)}org`, /neither/],
    ['1.2.3', /neither/],
    ['300.1.1.1', /neither/],
    ['<script>alert(1)</script>', /neither/],
    ['a\u0000.example.org', /neither/],
    ['printer.local', /one network/],
    ['db.internal', /one network/],
    ['1.0.0.127.in-addr.arpa', /one network/],
    ['10.0.0.1', /not a public address/],
    ['127.0.0.1', /not a public address/],
    ['0.0.0.0', /not a public address/],
    ['169.254.169.254', /not a public address/],
    ['::1', /not a public address/],
    ['fd00::1', /not a public address/],
    ['::ffff:192.168.0.1', /not a public address/],
    ['x'.repeat(5_000), /too long/],
  ])('%p is refused', (typed, why) => {
    const read = readName(typed)
    expect('refused' in read ? read.refused : read).toMatch(why)
  })

  test('hostile input is read in time', () => {
    const begun = processorTime()
    for (const one of ['@', '[', '.', '/', 'ü', 'xn--']) readName(one.repeat(999))
    expect(processorTime() - begun).toBeLessThan(2_000)
  })
})

function service(
  changes: { enabled?: boolean; perHour?: number; hold?: Promise<void>; stopped?: true; size?: number } = {},
) {
  const asked: InspectedName[] = []
  let now = new Date('2026-11-20T12:00:00Z')
  const inspections = createInspections({
    seats: inspectionSeats({
      size: changes.size ?? 6,
      async inspect(subject) {
        asked.push(subject)
        await changes.hold
        return changes.stopped ? { stopped: 'it took too long' } : { checks: [], drawn: {} }
      },
    }),
    clock: { now: () => now },
    enabled: changes.enabled ?? true,
    perHour: changes.perHour ?? 10,
  })
  return { ...inspections, asked, later: (ms: number) => (now = new Date(now.getTime() + ms)) }
}

describe('visitors', () => {
  test('are answered with what was asked', async () => {
    const { inspect, asked } = service()
    expect(await inspect('Example.org', 'a')).toEqual({
      ok: true,
      value: { subject: { kind: 'domain', name: 'example.org' }, checks: [] },
    })
    expect(asked).toEqual([{ kind: 'domain', name: 'example.org' }])
  })

  test('what is no name asks nobody and spends nothing', async () => {
    const { inspect, asked } = service({ perHour: 1 })
    for (let i = 0; i < 3; i++) {
      expect(await inspect('10.0.0.1', 'a')).toMatchObject({ refusal: { kind: 'bad_request' } })
    }
    expect(asked).toEqual([])
    expect((await inspect('example.org', 'a')).ok).toBe(true)
  })

  test('one at a time for each network, two for all', async () => {
    const gate = Promise.withResolvers<void>()
    const { inspect } = service({ hold: gate.promise })
    const first = inspect('example.org', 'a')
    expect(await inspect('example.net', 'a')).toMatchObject({ refusal: { kind: 'under_way' } })
    const second = inspect('example.org', 'b')
    expect(await inspect('example.org', 'c')).toMatchObject({ refusal: { kind: 'rate_limited' } })
    gate.resolve()
    expect((await Promise.all([first, second])).map(({ ok }) => ok)).toEqual([true, true])
    expect((await inspect('example.org', 'c')).ok).toBe(true)
  })

  test.each([1, 2])('of %d places for analyses they take one', async (size) => {
    const gate = Promise.withResolvers<void>()
    const { inspect } = service({ hold: gate.promise, size })
    const first = inspect('example.org', 'a')
    expect(await inspect('example.org', 'b')).toMatchObject({ refusal: { kind: 'rate_limited' } })
    gate.resolve()
    expect((await first).ok).toBe(true)
  })

  test('so many an hour', async () => {
    const { inspect, later } = service({ perHour: 2 })
    expect((await inspect('example.org', 'a')).ok).toBe(true)
    expect((await inspect('example.org', 'a')).ok).toBe(true)
    const third = await inspect('example.org', 'a')
    expect(third).toMatchObject({ ok: false, refusal: { kind: 'rate_limited' } })
    expect((await inspect('example.org', 'b')).ok).toBe(true)
    later(1_800_000)
    expect((await inspect('example.org', 'a')).ok).toBe(true)
  })

  test('are not served where there are no anonymous tests', async () => {
    const { inspect } = service({ enabled: false })
    expect(await inspect('example.org', 'a')).toMatchObject({ refusal: { kind: 'anonymous_tests_off' } })
  })

  test('a process that was killed leaves the way free', async () => {
    const { inspect } = service({ stopped: true })
    expect(inspect('example.org', 'a')).rejects.toThrow(InspectionStopped)
    await Bun.sleep(1)
    expect(inspect('example.org', 'a')).rejects.toThrow('it took too long')
  })
})

describe('looks that nobody waits for', () => {
  const name = { kind: 'domain', name: 'example.org' } as const
  const none = { checks: [], drawn: {} }

  test.each([
    [6, 'leave the last seat to visitors'],
    [2, 'take the only seat where there is no other'],
  ])('with %i places they %s', async (size) => {
    const gate = Promise.withResolvers<void>()
    const seats = inspectionSeats({
      size,
      async inspect() {
        await gate.promise
        return none
      },
    })
    const first = seats.inspectBeside(name)
    expect(await seats.inspectBeside(name)).toBe('no seat')
    const visitor = seats.inspect(name)
    if (size === 2) expect(await visitor).toBe('no seat')
    expect(seats.isFree).toBe(false)
    gate.resolve()
    expect(await first).toEqual(none)
    expect(await visitor).toEqual(size === 2 ? 'no seat' : none)
    expect(await seats.inspectBeside(name)).toEqual(none)
  })
})
