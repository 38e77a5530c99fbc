import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { unpackSync } from '../../../src/core/kept/packed.ts'
import { apiClient } from '../../support/api-client.ts'
import { BINARY, type Running, serve, temporaryFolder, writeConfig } from '../../support/binary.ts'
import { forgetStarts, noteStart } from '../../support/hosts/telling.ts'
import { cluster } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { type HostLoad, type Load, startLoad } from './load.ts'

export interface LoadedHost extends Running {
  load: HostLoad
  /** Ends it in the ordinary way, under load. */
  end(): Promise<number>
}

/** One database and hosts over it, each of the version that it is started as, under load from its start. */
export async function openScene() {
  const { folder, remove } = temporaryFolder()
  const server = await cluster()
  const url = await server.create(`versions_${process.pid}`)
  const client = new SQL(url, { max: 2 })
  const all = new Set<LoadedHost>()
  let load: Load | undefined

  const folderOf = (name: string) => join(folder, name)
  function configure(name: string): string {
    mkdirSync(join(folderOf(name), 'tmp'), { recursive: true })
    writeConfig(folderOf(name), {
      store: `url = "${url}"\ntls = "disable"`,
      host: `name = "${name}"`,
      secrets: `key_path = "${join(folder, 'secrets.key')}"`,
      tests: 'messages_per_test = 10000',
    })
    return folderOf(name)
  }

  async function start(name: string, binary = BINARY): Promise<LoadedHost> {
    const running = await serve(configure(name), [], binary)
    noteStart(name, running)
    load ??= startLoad((await apiClient(running)).secret)
    const own = load.on(name, running)
    const host: LoadedHost = {
      ...running,
      load: own,
      async end() {
        own.leave()
        const code = await running.kill()
        await own.end()
        all.delete(host)
        return code
      },
    }
    all.add(host)
    return host
  }

  const query = async <R = Record<string, unknown>>(text: string) => [...(await client.unsafe(text))] as R[]
  const form = async () =>
    (
      await query<{ schema: number; oldest: string }>(
        'SELECT schema, oldest_program AS oldest FROM mailgauge',
      )
    )[0]

  /** Waits until each has accepted mail and answered questions after this. */
  async function goOn(...hosts: LoadedHost[]): Promise<void> {
    const before = hosts.map(({ load: { mails, answers } }) => ({ mails, answers }))
    await until(() =>
      hosts.every(
        ({ load: now }, at) =>
          now.mails > (before[at]?.mails ?? 0) + 10 && now.answers > (before[at]?.answers ?? 0) + 5,
      ),
    )
  }

  /** The numbers of all mails that are there, once all are analysed. */
  async function stored(): Promise<string[]> {
    await until(async () => (await query('SELECT 1 FROM messages WHERE status IS NULL LIMIT 1')).length === 0)
    const rows = await query<{ packing: 'plain' | 'zstd'; bytes: Uint8Array }>(
      'SELECT packing, raw AS bytes FROM message_bodies',
    )
    return rows.map(
      (row) => /^Subject: (\S+)/m.exec(Buffer.from(unpackSync(row)).toString('latin1'))?.[1] ?? '',
    )
  }

  return {
    folder,
    configure,
    start,
    query,
    form,
    goOn,
    stored,
    accepted: () => load?.accepted ?? [],
    refused: () => load?.refused ?? [],
    columns: async () =>
      (
        await query<{ name: string }>(
          `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'message_bodies' ORDER BY 1`,
        )
      ).map(({ name }) => name),
    /** Takes a lock that the program asks for on its way; gives what lets it go. */
    async hold(lock: number) {
      const held = await client.reserve()
      await held.unsafe(`SELECT pg_advisory_lock(${lock})`)
      return async () => {
        await held.unsafe(`SELECT pg_advisory_unlock(${lock})`)
        held.release()
      }
    },
    endLoad: async () => load?.end(),
    async done() {
      await load?.end()
      for (const host of all) await host.kill('SIGKILL')
      await client.close({ timeout: 0 })
      await server.stop()
      remove()
      forgetStarts()
    },
  }
}
