import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { unpacked } from '../../../src/app/backups/byte-source.ts'
import { unpack } from '../../../src/app/backups/unpack.ts'
import { lockDirectory } from '../../../src/store/sqlite/lock.ts'
import { accountsIn, addAccount, backupPlace, hasZstd, keepSecret, secretIn } from './place.ts'

let place: ReturnType<typeof backupPlace>
let secret: string
/** A backup with the account "then"; the data has "now" and another key. */
beforeEach(async () => {
  place = backupPlace()
  const store = await place.open()
  await addAccount(store, 'then')
  secret = await keepSecret(store, place.keyPath, 'of then')
  await store.close()
  await place.backup('x.tar.zst')
})
afterEach(() => place.remove())

/** The service went on after the backup, with a new key. */
async function goOn(): Promise<void> {
  rmSync(place.directory, { recursive: true })
  const store = await place.open()
  await addAccount(store, 'now')
  await keepSecret(store, place.keyPath, 'of now')
  await store.close()
}

describe('restoring', () => {
  test('takes the place of what is there, which is moved aside', async () => {
    await goOn()
    const restored = await place.restore('x.tar.zst')
    if ('refused' in restored) throw new Error(restored.refused)
    expect(await accountsIn(place.directory)).toEqual(['then'])
    expect(await secretIn(place.directory, secret)).toBe('of then')
    expect(restored.lost).toEqual([])
    const aside = restored.aside ?? ''
    expect(readdirSync(aside).toSorted()).toEqual(['mailgauge.db', 'secrets.key'])
    expect(await accountsIn(aside)).toEqual(['now'])
    for (const name of ['mailgauge.db', 'secrets.key'])
      expect(statSync(join(place.directory, name)).mode & 0o777).toBe(0o600)
  })

  test('refuses while the service runs, and still looks at it and unpacks it elsewhere', async () => {
    const locking = lockDirectory(place.directory)
    expect(await place.restore('x.tar.zst')).toMatchObject({
      refused: expect.stringContaining('Stop it first'),
    })
    expect(await place.restore('x.tar.zst', 'check')).toMatchObject({ lost: [] })
    expect(await place.restore('x.tar.zst', { folder: place.at('to') })).toMatchObject({
      directory: place.at('to'),
    })
    if (locking.kind === 'locked') locking.lock.release()
    expect(await accountsIn(place.at('to'))).toEqual(['then'])
    expect(readdirSync(place.directory).filter((name) => name.includes('part'))).toEqual([])
  })

  test('is not looked at where that would take the room that mail needs', async () => {
    expect(await place.restore('x.tar.zst', 'check', { minFree: 2 ** 60 })).toMatchObject({
      refused: expect.stringContaining('too little room'),
    })
    expect(readdirSync(place.directory).filter((name) => name.includes('part'))).toEqual([])
  })

  test('without a key says what cannot be opened; the key of that time opens it', async () => {
    await place.backup('open.tar.zst', { secrets: false })
    await goOn()
    const key = readFileSync(place.keyPath)
    expect(await place.restore('open.tar.zst')).toMatchObject({ lost: [{ purpose: 'mailbox', secrets: 1 }] })
    expect(readFileSync(place.keyPath)).toEqual(key)
    await expect(secretIn(place.directory, secret)).rejects.toThrow('does not hold the key')
  })

  test('a damaged database is moved aside with its log', async () => {
    truncateSync(join(place.directory, 'mailgauge.db'), 5000)
    const restored = await place.restore('x.tar.zst')
    if ('refused' in restored) throw new Error(restored.refused)
    expect(await accountsIn(place.directory)).toEqual(['then'])
    expect(statSync(join(restored.aside ?? '', 'mailgauge.db')).size).toBe(5000)
  })

  test('into nothing makes what is missing', async () => {
    rmSync(place.directory, { recursive: true })
    const restored = await place.restore('x.tar.zst')
    expect(restored).toMatchObject({ directory: place.directory, lost: [] })
    expect(restored).not.toHaveProperty('aside')
    expect(await accountsIn(place.directory)).toEqual(['then'])
  })

  test('--to is for an empty folder', async () => {
    expect(await place.restore('x.tar.zst', { folder: place.directory })).toMatchObject({
      refused: expect.stringContaining('is not empty'),
    })
  })

  test('killed after any step, either is served, and finds its key', async () => {
    const names: string[] = []
    for (let steps = 1; steps < 20; steps += 1) {
      await goOn()
      const staged = join(place.directory, 'restore.part')
      mkdirSync(staged)
      const source = await unpacked(createReadStream(place.at('x.tar.zst')))
      await unpack({ source, into: staged, program: 'development', fits: async () => {} })
      const { directory, keyPath } = place
      const placing = JSON.stringify({ staged, directory, keyPath, aside: join(directory, 'aside') })
      const killed = Bun.spawnSync([
        process.execPath,
        join(import.meta.dir, 'killed-restore.ts'),
        String(steps),
        placing,
      ])
      const said = killed.stdout.toString().trim().split('\n')
      names.push(said.at(-1) ?? '')
      const [served] = await accountsIn(directory)
      const store = await place.open()
      const [kept] = await store.sealed.of('mailbox', 'mbx_1')
      await store.close()
      expect(served === 'now' || served === 'then').toBe(true)
      expect(served === 'then').toBe(said.includes('database'))
      expect(await secretIn(directory, kept?.id ?? '')).toBe(`of ${served}`)
      // Whoever tries again comes to the end.
      expect(await place.restore('x.tar.zst')).not.toHaveProperty('refused')
      expect(await accountsIn(directory)).toEqual(['then'])
      if (killed.exitCode === 0) break
    }
    expect(new Set(names).size).toBeGreaterThanOrEqual(6)
  }, 120_000)
})

describe('what is refused', () => {
  const refusal = async (name = 'x.tar.zst') => {
    const restored = await place.restore(name, 'check')
    return 'refused' in restored ? restored.refused : 'restored'
  }

  /** The archive, unpacked and packed again with something changed. */
  function repacked(change: string, name = 'y.tar.zst'): string {
    const script = `set -e; rm -rf w; mkdir w; zstd -dqc x.tar.zst | tar -xf - -C w; cd w; N="manifest.json mailgauge.db secrets.key SHA256SUMS"; ${change}; tar --format=ustar -cf - $N | zstd -qc > ../${name}`
    const ran = Bun.spawnSync(['sh', '-c', script], { cwd: place.folder })
    if (ran.exitCode !== 0) throw new Error(ran.stderr.toString())
    return name
  }

  test.if(hasZstd)('nothing of an archive that was packed again as it is', async () => {
    expect(await refusal(repacked(':'))).toBe('restored')
  })

  test.if(hasZstd).each([
    [
      'a path that leads out',
      'N="$N --transform=s,secrets.key,../secrets.key,"',
      'no backup has such a file',
    ],
    [
      'an absolute path',
      'N="-P $N --transform=s,^secrets.key,/tmp/mailgauge-secrets.key,"',
      'no backup has such a file',
    ],
    ['a link', 'ln -sf /etc/passwd secrets.key', 'no ordinary file'],
    ['a hard link', 'rm secrets.key; ln manifest.json secrets.key', 'no ordinary file'],
    ['a folder', 'mkdir tls; N="manifest.json tls mailgauge.db secrets.key SHA256SUMS"', 'no ordinary file'],
    [
      'a file of another name',
      'cp secrets.key evil; N="manifest.json evil mailgauge.db secrets.key SHA256SUMS"',
      'no backup has such a file',
    ],
    [
      'a file that comes twice',
      'N="--hard-dereference manifest.json secrets.key mailgauge.db secrets.key SHA256SUMS"',
      'a name comes twice',
    ],
    ['another size', 'head -c 100000 /dev/zero >> secrets.key', 'its size is not the one'],
    ['an altered file', 'sed -i "s/Mailgauge/Mailgouge/" secrets.key', 'does not have the checksum'],
    [
      'an altered database',
      'printf X | dd of=mailgauge.db bs=1 seek=9000 conv=notrunc 2>/dev/null',
      'does not have the checksum',
    ],
    ['a missing file', 'N="manifest.json mailgauge.db SHA256SUMS"', 'lacks'],
    ['missing checksums', 'N="manifest.json mailgauge.db secrets.key"', 'cut off'],
    ['no manifest', 'N="mailgauge.db secrets.key SHA256SUMS"', 'no backup of Mailgauge'],
    ['a manifest that is none', 'echo "{}" > manifest.json', 'no manifest'],
    ['a newer database', 'sed -i \'s/"schema": [0-9]*/"schema": 999/\' manifest.json', 'newer Mailgauge'],
    ['another form', 'sed -i \'s/"format": 1/"format": 2/\' manifest.json', 'does not know'],
  ])('%s', async (_, change, says) => {
    expect(await refusal(repacked(change))).toContain(says)
    expect(await accountsIn(place.directory)).toEqual(['then'])
    expect(readdirSync(place.directory).filter((name) => name.includes('part'))).toEqual([])
  })

  test.if(hasZstd)('a database that is damaged though its checksum is right', async () => {
    const change =
      'dd if=/dev/zero of=mailgauge.db bs=4096 seek=3 count=20 conv=notrunc 2>/dev/null; sha256sum manifest.json mailgauge.db secrets.key > SHA256SUMS'
    expect(await refusal(repacked(change))).toContain('damaged')
  })

  test('one that is cut off, anywhere', async () => {
    const whole = readFileSync(place.at('x.tar.zst'))
    // Of the last octets zstd's own checksum is all there is.
    for (const part of [0, 3, 4, 100, Math.floor(whole.length / 2), whole.length - 20]) {
      writeFileSync(place.at('cut'), whole.subarray(0, part))
      expect(await refusal('cut')).toMatch(/cut off|damaged|no backup/)
    }
  })

  test('one with an altered octet, anywhere', async () => {
    const whole = readFileSync(place.at('x.tar.zst'))
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 12)) {
      const altered = Buffer.from(whole)
      altered[at] = (altered[at] ?? 0) ^ 0x55
      writeFileSync(place.at('altered'), altered)
      expect(await refusal('altered')).not.toBe('restored')
    }
  }, 60_000)

  test('what is no backup at all', async () => {
    writeFileSync(place.at('text'), 'hello, this is a text and no backup')
    expect(await refusal('text')).toContain('no backup of Mailgauge')
    expect(await refusal('none')).toContain('there is no such file')
    expect(await refusal('data')).toContain('is no file')
  })
})
