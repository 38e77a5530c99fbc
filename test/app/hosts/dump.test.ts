import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BACKED_UP_ELSEWHERE, RESTORED_ELSEWHERE } from '../../../src/app/hosts/no-backups.ts'
import { openSharedStore } from '../../../src/app/hosts/open-shared-store.ts'
import { openCommandStore } from '../../../src/app/open-store.ts'
import { beginSecrets, openVault } from '../../../src/app/secrets/open-secrets.ts'
import { openAdministration } from '../../../src/app/services.ts'
import type { Log } from '../../../src/services/ports.ts'
import { REPORT_FILE_BOUNDS } from '../../../src/store/report-mail.ts'
import { type Cluster, cluster, postgresMissing, programs } from '../../support/postgres.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { hostConfig, leaveHosts } from './shared-config.ts'

const log = { info() {}, warn() {}, error() {} } as unknown as Log
const bin = programs()

/** The words behind a program's name in a sentence. */
function advised(program: string, sentence: string): string[] {
  const [, words = ''] = new RegExp(`\\(${program} ([^)]+)\\)`).exec(sentence) ?? []
  return words.split(' ')
}

async function run(program: string, words: string[], folder: string): Promise<void> {
  const child = Bun.spawn([join(bin ?? '', program), ...words], { cwd: folder, stderr: 'pipe' })
  const says = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(says)
}

describe.skipIf(postgresMissing !== undefined || bin === undefined)('the backup that is advised', () => {
  let server: Cluster
  let place: ReturnType<typeof temporaryDirectory>
  beforeAll(async () => {
    server = await cluster()
    place = temporaryDirectory()
  })
  afterAll(async () => {
    leaveHosts()
    await server.stop()
    place.remove()
  })

  test('brings everything back into an empty database, with the key file', async () => {
    const [from, to] = [await server.create('dumped'), await server.create('restored')]
    const directory = join(place.directory, 'data')
    mkdirSync(directory)
    const config = hostConfig(directory, from)
    const store = await openSharedStore(config, { migrate: true, reportFiles: REPORT_FILE_BOUNDS })
    if (!store) throw new Error('It is shared.')
    await beginSecrets(config, store, log)
    const made = await openAdministration(config, store).accounts.create('shop')
    expect(made).toMatchObject({ kind: 'created' })
    const kept = await openVault(config, store).keep('webhook', 'whk_1', new Uint8Array([1, 2]))
    if (kept === 'no_space') throw new Error(kept)
    await store.close()

    const at = (url: string, words: string[]) =>
      words.map((word) =>
        word === 'mailgauge' ? url : word.replace('--dbname=mailgauge', `--dbname=${url}`),
      )
    await run('pg_dump', at(from, advised('pg_dump', BACKED_UP_ELSEWHERE)), place.directory)
    await run('pg_restore', at(to, advised('pg_restore', RESTORED_ELSEWHERE)), place.directory)

    const restored = hostConfig(directory, to)
    const opened = await openCommandStore(restored)
    try {
      expect((await opened.store.accounts.byName('shop'))?.name).toBe('shop')
      expect(await openVault(restored, opened.store).reveal(kept.id)).toEqual(new Uint8Array([1, 2]))
    } finally {
      await opened.close()
    }
  })
})
