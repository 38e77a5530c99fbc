import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupPlan } from '../../../src/app/backups/plan.ts'
import { type RestoreRequest, restoreByCommand } from '../../../src/app/backups/restore.ts'
import { makeInProcess } from '../../../src/app/backups/run-process.ts'
import { createKeyFile } from '../../../src/app/secrets/key-file.ts'
import { createKeys } from '../../../src/services/secrets/rotation.ts'
import { createVault } from '../../../src/services/secrets/vault.ts'
import { openStore } from '../../../src/store/sqlite/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { random } from '../../support/builders.ts'

const clock = { now: () => new Date() }

/** A data directory with a key, in a folder of its own; files of it can be backed up and restored. */
export function backupPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-backup-'))
  const directory = join(folder, 'data')
  const keyPath = join(directory, 'secrets.key')
  const database = { prepared: true, connections: 12, tls: 'verify-full' } as const
  const config = { store: { directory, maxBytes: 2 ** 40, minFree: 0, ...database }, secrets: { keyPath } }
  const plan = (file: string, more: Partial<BackupPlan> = {}): BackupPlan => ({
    source: { directory, keyPath, named: [], minFree: 0, program: 'development' },
    kind: 'manual',
    secrets: true,
    file: join(folder, file),
    ...more,
  })
  return {
    folder,
    directory,
    keyPath,
    at: (name: string) => join(folder, name),
    plan,
    backup: (file: string, more: Partial<BackupPlan> = {}) =>
      makeInProcess(plan(file, more), new AbortController().signal, () => {}),
    restore: (file: string, to?: RestoreRequest['to'], { minFree = 0 } = {}) =>
      restoreByCommand(
        { ...config, store: { ...config.store, minFree } },
        {
          from: join(folder, file),
          input: () => Bun.stdin.stream() as never,
          status() {},
          ...(to && { to }),
        },
      ),
    open: () => openStore({ directory, migrate: true }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
    write(name: string, text: string) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), text)
    },
    has: (name: string) => existsSync(join(folder, name)),
  }
}

/** Whether archives can be read and written with tools of others. */
export const hasZstd = Bun.which('zstd') !== null && Bun.which('tar') !== null
if (!hasZstd) process.stderr.write('zstd or tar is not installed: archives are not tried with them.\n')

/** The names of the accounts in a data directory. */
export async function accountsIn(directory: string): Promise<string[]> {
  const store = await openStore({ directory, migrate: false })
  const names = (await store.accounts.list()).map(({ name }) => name)
  await store.close()
  return names.toSorted()
}

let made = 0

/** An account of that name. */
export async function addAccount(store: Store, name: string): Promise<void> {
  made += 1
  const account = { id: `acc_${made}`, name, plan: 'self-hosted', createdAt: new Date() }
  await store.accounts.create(account, {
    at: new Date(),
    actor: { kind: 'operator' },
    action: 'account.created',
  })
}

/** Makes the key where there is none, and keeps a secret. */
export async function keepSecret(store: Store, keyPath: string, words: string): Promise<string> {
  const keyFile = createKeyFile(keyPath)
  await createKeys({ sealed: store.sealed, keyFile, random, clock }).begin()
  const kept = await createVault({ sealed: store.sealed, keyFile, random }).keep(
    'mailbox',
    'mbx_1',
    new Uint8Array(Buffer.from(words)),
  )
  if (kept === 'no_space') throw new Error(kept)
  return kept.id
}

/** What a secret says, with the key of a data directory. */
export async function secretIn(directory: string, id: string): Promise<string> {
  const store = await openStore({ directory, migrate: false })
  try {
    const keyFile = createKeyFile(join(directory, 'secrets.key'))
    await createKeys({ sealed: store.sealed, keyFile, random, clock }).begin()
    const bytes = await createVault({ sealed: store.sealed, keyFile, random }).reveal(id)
    return Buffer.from(bytes ?? []).toString()
  } finally {
    await store.close()
  }
}
