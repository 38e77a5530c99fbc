import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockBackups } from '../../../src/store/sqlite/lock.ts'
import { until } from '../../support/until.ts'
import { accountsIn, addAccount, backupPlace, hasZstd, keepSecret, secretIn } from './place.ts'

let place: ReturnType<typeof backupPlace>
beforeEach(() => {
  place = backupPlace()
})
afterEach(() => place.remove())

describe('a backup beside a store that writes', () => {
  test('holds all that was acknowledged before it began, and is whole', async () => {
    const store = await place.open()
    const acknowledged: string[] = []
    let goesOn = true
    const writing = (async () => {
      while (goesOn) {
        const name = `account-${acknowledged.length}`
        await addAccount(store, name)
        acknowledged.push(name)
      }
    })()
    for (const round of [0, 1, 2]) {
      const wanted = acknowledged.length + 20
      await until(() => acknowledged.length >= wanted)
      const before = [...acknowledged]
      await place.backup(`${round}.tar.zst`)
      expect(await place.restore(`${round}.tar.zst`, { folder: place.at(`to-${round}`) })).not.toHaveProperty(
        'refused',
      )
      const found = new Set(await accountsIn(place.at(`to-${round}`)))
      expect(before.filter((name) => !found.has(name))).toEqual([])
    }
    goesOn = false
    await writing
    await store.close()
  }, 120_000)

  test('is made by a copy where somebody reads what is older all the time', async () => {
    const store = await place.open()
    await addAccount(store, 'first')
    const script = `import { Database } from 'bun:sqlite'
      const database = new Database(process.argv.at(-1)); database.run('BEGIN'); database.query('SELECT count(*) FROM accounts').get()
      console.log('reading'); await new Promise(() => setInterval(() => {}, 1000))`
    const reader = Bun.spawn([process.execPath, '-e', script, join(place.directory, 'mailgauge.db')], {
      stdout: 'pipe',
    })
    await reader.stdout.getReader().read()
    await addAccount(store, 'second')
    await place.backup('x.tar.zst')
    reader.kill()
    await store.close()
    await place.restore('x.tar.zst', { folder: place.at('to') })
    expect(await accountsIn(place.at('to'))).toEqual(['first', 'second'])
    expect(readdirSync(place.folder).filter((name) => name.includes('part'))).toEqual([])
  }, 60_000)
})

describe('the file', () => {
  beforeEach(async () => {
    const store = await place.open()
    await addAccount(store, 'shop')
    await keepSecret(store, place.keyPath, 'open sesame')
    await store.close()
  })

  test.if(hasZstd)('is for its owner alone, and read by the tools that everybody has', async () => {
    const named = [
      { option: 'smtp.tls_cert', path: place.at('cert.pem'), isPrivate: false },
      { option: 'smtp.tls_key', path: place.at('key.pem'), isPrivate: true },
    ]
    place.write('cert.pem', 'CERT')
    place.write('key.pem', 'KEY')
    const { source } = place.plan('x.tar.zst')
    await place.backup('x.tar.zst', { source: { ...source, named } })
    expect(statSync(place.at('x.tar.zst')).mode & 0o777).toBe(0o600)
    mkdirSync(place.at('by-tar'))
    const unzipped = Bun.spawnSync(
      ['sh', '-c', 'zstd -dc x.tar.zst | tar -xf - -C by-tar && cd by-tar && sha256sum -c SHA256SUMS'],
      { cwd: place.folder },
    )
    expect(unzipped.stdout.toString()).toContain('mailgauge.db: OK')
    expect(readFileSync(place.at('by-tar/certificates/smtp.tls_key.pem'), 'utf8')).toBe('KEY')
    expect(JSON.parse(readFileSync(place.at('by-tar/manifest.json'), 'utf8'))).toMatchObject({
      format: 1,
      version: 'development',
      oldest_program: '0.1.0',
      members: [
        { name: 'mailgauge.db' },
        { name: 'secrets.key' },
        { name: 'certificates/smtp.tls_cert.pem' },
        { name: 'certificates/smtp.tls_key.pem' },
      ],
      left_out: [],
    })
  })

  test.if(hasZstd)('without secrets holds neither key nor private keys, and says so', async () => {
    place.write('key.pem', 'KEY')
    const { source } = place.plan('x.tar.zst')
    const named = [{ option: 'smtp.tls_key', path: place.at('key.pem'), isPrivate: true }]
    const made = await place.backup('x.tar.zst', { secrets: false, source: { ...source, named } })
    expect(made.left.map(({ name }) => name)).toEqual(['secrets.key', 'certificates/smtp.tls_key.pem'])
    const listed = Bun.spawnSync(['sh', '-c', 'zstd -dc x.tar.zst | tar -tf -'], { cwd: place.folder })
    expect(listed.stdout.toString().trim().split('\n')).toEqual([
      'manifest.json',
      'mailgauge.db',
      'SHA256SUMS',
    ])
    const restored = await place.restore('x.tar.zst', { folder: place.at('to') })
    expect(restored).toMatchObject({ lost: [{ purpose: 'mailbox', secrets: 1 }] })
  })

  test('is not written over another one', async () => {
    writeFileSync(place.at('x.tar.zst'), 'mine')
    await expect(place.backup('x.tar.zst')).rejects.toThrow(`${place.at('x.tar.zst')} exists already`)
    expect(readFileSync(place.at('x.tar.zst'), 'utf8')).toBe('mine')
  })

  test('is not half there where the folder is missing, or where another one is being made', async () => {
    await expect(place.backup('none/x.tar.zst')).rejects.toThrow(
      'could not be written: there is no such file or folder',
    )
    const lock = lockBackups(place.directory)
    await expect(place.backup('x.tar.zst')).rejects.toThrow('Another backup is being made')
    lock?.release()
    const stop = new AbortController()
    stop.abort()
    const { makeInProcess } = await import('../../../src/app/backups/run-process.ts')
    await expect(makeInProcess(place.plan('x.tar.zst'), stop.signal, () => {})).rejects.toThrow()
    expect(readdirSync(place.folder)).toEqual(['data'])
  })

  test('takes away what a killed one left, and no file of another', async () => {
    const note = join(place.directory, 'backing-up.json')
    const child = Bun.spawn([
      process.execPath,
      join(import.meta.dir, 'killed-backup.ts'),
      JSON.stringify(place.plan('a.tar.zst')),
    ])
    await until(() => place.has('a.tar.zst.part') && existsSync(note))
    child.kill('SIGKILL')
    await child.exited
    expect(place.has('a.tar.zst.part')).toBe(true)
    place.write('other.tar.zst.part', 'of a process elsewhere')
    await place.backup('b.tar.zst')
    expect(readdirSync(place.folder).toSorted()).toEqual(['b.tar.zst', 'data', 'other.tar.zst.part'])
    expect(existsSync(note)).toBe(false)
    place.write('precious.txt', 'mine')
    writeFileSync(note, JSON.stringify({ paths: [place.at('precious.txt'), 7] }))
    await place.backup('c.tar.zst')
    expect(place.has('precious.txt')).toBe(true)
  })

  test('leaves the room that mail needs', async () => {
    const { source } = place.plan('x.tar.zst')
    await expect(
      place.backup('x.tar.zst', { source: { ...source, minFree: Number.MAX_SAFE_INTEGER } }),
    ).rejects.toThrow('store.min_free')
    expect(place.has('x.tar.zst')).toBe(false)
    expect(place.has('x.tar.zst.part')).toBe(false)
  })

  test('opens its secrets where it is restored', async () => {
    await place.backup('x.tar.zst')
    const restored = await place.restore('x.tar.zst', { folder: place.at('to') })
    expect(restored).toMatchObject({ lost: [] })
    const store = await place.open()
    const [secret] = await store.sealed.of('mailbox', 'mbx_1')
    await store.close()
    expect(await secretIn(place.at('to'), secret?.id ?? '')).toBe('open sesame')
  })
})
