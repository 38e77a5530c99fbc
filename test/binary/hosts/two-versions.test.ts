import { afterAll, describe, expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OLDEST_PROGRAM } from '../../../src/store/postgres/migrations.ts'
import { BINARY } from '../../support/binary.ts'
import { beforeAll, test } from '../../support/hosts/telling.ts'
import { postgresMissing } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { BASE, buildNewer, GATE, NEWER, VERSION } from './newer-program.ts'
import { openScene } from './versions-scene.ts'

const EXPANDED = BASE + 1
const MIGRATED = BASE + 2
const CONTRACTED = BASE + 3
/** A running host tries what waits after 40 seconds, and each 30 after that. */
const TRIED_TWICE_MS = 75_000

const waitsFor = (host: string) =>
  `Host ${host} still runs Mailgauge ${VERSION}, which needs the database as it was before ${NEWER}. Upgrade it or end it.`
const TOO_OLD = `The database needs Mailgauge ${NEWER} or newer, and this is ${VERSION}. Install ${NEWER}, which it is of, or newer.`

/** Runs a command in the folder of a host; standard output and standard error together. */
async function command(binary: string, folder: string, ...args: string[]) {
  const child = Bun.spawn([binary, ...args], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', TMPDIR: join(folder, 'tmp') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, said: out + err }
}

describe.skipIf(postgresMissing !== undefined)('two versions over one database', () => {
  const tree = mkdtempSync(join(tmpdir(), 'mailgauge-newer-'))
  let newer: string
  let scene: Awaited<ReturnType<typeof openScene>> | undefined
  beforeAll(async () => {
    newer = await buildNewer(tree)
  }, 300_000)
  afterAll(async () => {
    await scene?.done()
    rmSync(tree, { recursive: true, force: true })
  }, 60_000)

  test('both run under load through every step, back from each before the contract, and no further', async () => {
    const opened = await openScene()
    scene = opened
    const { start, form, goOn, columns } = opened
    const status = async (binary: string) => {
      const { code, out } = await command(binary, opened.configure('mx1'), 'migrate', 'status', '--json')
      return { code, ...(JSON.parse(out) as Record<string, unknown>) }
    }
    let mx1 = await start('mx1')
    const mx2 = await start('mx2')
    await goOn(mx1, mx2)
    expect(await form()).toEqual({ schema: BASE, oldest: OLDEST_PROGRAM })
    expect(await status(newer)).toMatchObject({
      code: 0,
      state: 'due',
      known_version: CONTRACTED,
      served: true,
    })

    // The expand is made, and what is to be migrated waits: the older hosts go on.
    const open = await opened.hold(GATE)
    const beginning = Bun.spawn([newer, 'serve'], {
      cwd: opened.configure('mx3'),
      env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', TMPDIR: join(opened.folder, 'mx3', 'tmp') },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    await until(async () => (await form())?.schema === EXPANDED)
    expect(await columns()).toContain('arrival')
    await goOn(mx1, mx2)
    // And back: the newer one is gone, an older one starts anew.
    beginning.kill('SIGKILL')
    await beginning.exited
    expect(await mx1.end()).toBe(0)
    mx1 = await start('mx1')
    await goOn(mx1, mx2)
    expect(await form()).toEqual({ schema: EXPANDED, oldest: OLDEST_PROGRAM })
    await open()

    // It is migrated, the contract waits, and both versions serve.
    let mx3 = await start('mx3', newer)
    expect(mx3.output()).toContain(waitsFor('mx1'))
    await goOn(mx1, mx2, mx3)
    expect(await form()).toEqual({ schema: MIGRATED, oldest: OLDEST_PROGRAM })
    expect(await status(BINARY)).toMatchObject({
      code: 0,
      state: 'ahead',
      served: true,
      oldest_program: OLDEST_PROGRAM,
      migrated_by: NEWER,
      hosts: [
        { name: 'mx1', program: VERSION },
        { name: 'mx2', program: VERSION },
        { name: 'mx3', program: NEWER },
      ],
    })
    const words = await command(BINARY, opened.configure('mx1'), 'migrate', 'status')
    expect(words.out).toContain('It was changed for a newer Mailgauge, and this program serves it as well.')
    expect(words.out).toContain(`Host mx3 runs Mailgauge ${NEWER}.`)
    expect(await status(newer)).toMatchObject({ code: 0, state: 'due', database_version: MIGRATED })
    const up = await command(newer, opened.configure('mx3'), 'migrate', 'up')
    expect(up).toMatchObject({ code: 0 })
    expect(up.said).toContain(`One change has to wait. ${waitsFor('mx1')}`)
    // And back: all hosts are of the older version again, also where the newer one was.
    expect(await mx3.end()).toBe(0)
    mx3 = await start('mx3')
    await goOn(mx1, mx2, mx3)
    expect(await mx3.end()).toBe(0)
    const lost = await opened.query(
      'SELECT 1 FROM message_bodies WHERE arrival IS NULL OR envelope <> arrival',
    )
    expect(lost).toEqual([])

    // Forward for good: one older host is left, and is waited for as long as it runs.
    mx3 = await start('mx3', newer)
    expect(await mx2.end()).toBe(0)
    const other = await start('mx2', newer)
    await goOn(mx1, other, mx3)
    await until(async () => {
      const [row] = await opened.query<{ ran: boolean }>(
        `SELECT mailgauge_now() - started_at > ${TRIED_TWICE_MS} AS ran FROM hosts WHERE name = 'mx2'`,
      )
      return row?.ran
    })
    expect(await form()).toEqual({ schema: MIGRATED, oldest: OLDEST_PROGRAM })
    await goOn(mx1, other, mx3)

    // It stands still, as a machine does that is paused: the others go on without it.
    await mx1.load.end()
    mx1.process.kill('SIGSTOP')
    await until(async () => (await form())?.schema === CONTRACTED)
    expect(await form()).toEqual({ schema: CONTRACTED, oldest: NEWER })
    expect(await columns()).not.toContain('envelope')
    await goOn(other, mx3)
    expect(other.output() + mx3.output()).toContain('The database was changed, as no host needs it as it was')

    // It comes back, hears that it is too old, and ends by itself.
    mx1.process.kill('SIGCONT')
    expect(await mx1.process.exited).toBe(0)
    expect(mx1.output()).toContain('The database was changed for a newer version of mailgauge; this one ends')
    expect(mx1.output()).toContain('Stopped')
    const again = await command(BINARY, opened.configure('mx1'), 'serve')
    expect(again.code).toBe(78)
    expect(again.said).toContain(TOO_OLD)
    expect(await status(BINARY)).toMatchObject({
      code: 1,
      state: 'newer',
      served: false,
      oldest_program: NEWER,
    })
    const last = await start('mx1', newer)
    await goOn(last, other, mx3)

    await opened.endLoad()
    const stored = await opened.stored()
    const found = new Set(stored)
    expect(found.size).toBe(stored.length)
    expect(opened.accepted().filter((number) => !found.has(number))).toEqual([])
    expect(opened.refused()).toEqual([])
  }, 900_000)
})
