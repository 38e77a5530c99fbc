import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createRechecking } from '../../../src/services/domains/rechecking.ts'
import { domainWorld } from './world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

let world: Awaited<ReturnType<typeof domainWorld>>
beforeEach(async () => {
  world = await domainWorld()
})
afterEach(() => world.done())

const job = (start = '1', changes: Partial<Parameters<typeof createRechecking>[0]> = {}) =>
  createRechecking({
    ...world,
    log: quiet,
    holder: { host: 'local', start },
    mailDomain: 'in.example.com',
    ...changes,
  })

/** Lets time pass as the service has it: the job runs every half hour. */
async function pass(time: number, run = job()) {
  for (let gone = 0; gone < time; gone += HOUR / 2) {
    world.clock.advance(HOUR / 2)
    await run.run()
  }
}

async function verified() {
  const admin = await world.admin()
  const one = await world.added(admin, 'example.org')
  world.publish(one)
  await world.verify(admin, one)
  const now = async () => {
    const read = await world.domains.read(admin, one.id)
    if (!read.ok) throw new Error('gone')
    return read.value
  }
  return { admin, one, now }
}

test('a record that is published later verifies by itself, and says so to nobody in particular', async () => {
  const admin = await world.admin()
  const one = await world.added(admin, 'example.org')
  await pass(3 * DAY)
  world.publish(one)
  await pass(DAY + HOUR)
  expect(await world.domains.read(admin, one.id)).toMatchObject({ value: { verified: true } })
  expect((await world.actions(admin.accountId)).slice(1)).toEqual([
    'domain.added person',
    'domain.verified nobody',
  ])
  expect(await world.events()).toEqual(['domain.verified'])
})

test('one that is never published is left alone after two weeks', async () => {
  const admin = await world.admin()
  const one = await world.added(admin, 'example.org')
  await pass(16 * DAY)
  const read = await world.domains.read(admin, one.id)
  expect(read).toMatchObject({ ok: true, value: { checked: { state: 'absent' } } })
  expect(read.ok && read.value.nextCheckAt).toBeUndefined()
  world.publish(one)
  await pass(2 * DAY)
  expect((await world.verify(admin, one)).verified).toBe(true)
})

test('a record that is gone for three days unverifies, with an event and an entry', async () => {
  const { admin, one, now } = await verified()
  await pass(2 * DAY)
  world.unpublish(one)
  await pass(2 * DAY + HOUR)
  expect(await now()).toMatchObject({ verified: true, checked: { state: 'absent' } })
  expect((await now()).endsAt).toBeInstanceOf(Date)
  await pass(2 * DAY)
  expect((await now()).verified).toBe(false)
  expect((await world.actions(admin.accountId)).slice(-1)).toEqual(['domain.unverified nobody'])
  expect(await world.events()).toEqual(['domain.verified', 'domain.unverified'])
  world.publish(one)
  await pass(DAY + HOUR)
  expect((await now()).verified).toBe(true)
})

test('failures of the DNS, however long, and another record unverify nothing', async () => {
  const { one, now } = await verified()
  const { verifiedAt } = await now()
  world.dns.fail = { [`TXT ${one.record.name}`]: 'servfail' }
  await pass(10 * DAY)
  expect(await now()).toMatchObject({ verified: true, verifiedAt, checked: { state: 'unknown' } })
  world.dns.fail = {}
  world.dns.zone = { [one.record.name]: { TXT: ['v=spf1 -all'] } }
  await pass(10 * DAY)
  expect(await now()).toMatchObject({ verified: true, verifiedAt, checked: { state: 'other' } })
})

test('a record that comes back on the third day is as if it had never gone', async () => {
  const { one, now } = await verified()
  for (let round = 0; round < 4; round++) {
    world.unpublish(one)
    await pass(2 * DAY)
    world.publish(one)
    await pass(DAY + HOUR)
  }
  expect(await now()).toMatchObject({ verified: true, checked: { state: 'found' } })
  expect((await now()).endsAt).toBeUndefined()
})

test('absent days survive a restart, and failures between them', async () => {
  const { one, now } = await verified()
  world.unpublish(one)
  await pass(DAY + HOUR, job('first'))
  world.dns.fail = { [`TXT ${one.record.name}`]: 'timeout' }
  await pass(DAY, job('second'))
  world.dns.fail = {}
  expect((await now()).verified).toBe(true)
  await pass(2 * DAY + 5 * HOUR, job('third'))
  expect((await now()).verified).toBe(false)
})

test('of two processes one looks', async () => {
  const admin = await world.admin()
  for (let i = 0; i < 30; i++) await world.added(admin, `d${i}.example`)
  world.clock.advance(HOUR)
  const [one, two] = [job('1'), job('2')]
  const counts = await Promise.all([one.run(), two.run()])
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 30])
  expect(await two.run()).toBe(0)
})

test('while no server answers it gives up for now, and a stop ends it', async () => {
  const admin = await world.admin()
  for (let i = 0; i < 30; i++) {
    const { record } = await world.added(admin, `d${i}.example`)
    world.dns.fail[`TXT ${record.name}`] = 'timeout'
  }
  world.dns.fail['TXT in.example.com'] = 'timeout'
  world.clock.advance(HOUR)
  expect(await job().run()).toBe(20)
  const stopped = job('2')
  stopped.stop()
  expect(await stopped.run()).toBe(0)
})

test('domains of one account that never answer keep no others from being looked at', async () => {
  const [silent, other] = [await world.admin(), await world.admin()]
  for (let i = 0; i < 45; i++) {
    const { record } = await world.added(silent, `d${i}.example`)
    world.dns.fail[`TXT ${record.name}`] = 'timeout'
  }
  const one = await world.added(other, 'example.org')
  world.publish(one)
  world.clock.advance(HOUR)
  expect(await job().run()).toBe(46)
  expect(await world.domains.read(other, one.id)).toMatchObject({ value: { verified: true } })
})
