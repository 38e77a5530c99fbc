import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { systemReason } from '../../core/trouble/system-reason.ts'
import { type KeyFile, KeyUnusable } from '../../services/secrets/key-ring.ts'
import { KEY_BYTES, keyIdOf, type SecretKey } from '../../services/secrets/sealing.ts'

/** No key file is as large: a rotation has two keys. */
const LARGEST_FILE = 16 * 1024
/** Any of these lets somebody else read or write. */
const FOR_OTHERS = 0o077

const PREFACE = `# The key that encrypts what Mailgauge keeps of secrets. Nobody else may read it.
# Back it up with the database: without it those secrets are lost.
`

/** The file of secrets.key_path. Whoever writes holds the lock on secrets. */
export function createKeyFile(path: string): KeyFile {
  return {
    path,
    read() {
      const text = inWords(path, 'read', () => readText(path))
      return text === undefined ? undefined : parse(text, path)
    },
    make(keys) {
      inWords(path, 'written', () => {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        const unfinished = writeUnfinished(path, keys)
        takeName(unfinished, path)
        sync(dirname(path))
      })
    },
    replace(keys) {
      inWords(path, 'written', () => {
        // A link leads to the file that is meant; it stays.
        const real = realpathSync(path)
        renameSync(writeUnfinished(real, keys, statSync(real)), real)
        sync(dirname(real))
      })
    },
  }
}

/** The keys that are in it, by their ids; none, where it cannot be read. */
export function keyIdsIn(path: string): string[] {
  try {
    return (
      createKeyFile(path)
        .read()
        ?.map(({ id }) => id) ?? []
    )
  } catch (cause) {
    if (cause instanceof KeyUnusable) return []
    throw cause
  }
}

function readText(path: string): string | undefined {
  let handle: number
  try {
    // A pipe must not keep the start waiting.
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw cause
  }
  try {
    const found = fstatSync(handle)
    if (!found.isFile() || found.size > LARGEST_FILE)
      throw new KeyUnusable(`${path} is no key file. Name another one as secrets.key_path.`)
    if ((found.mode & FOR_OTHERS) !== 0) {
      const mode = (found.mode & 0o777).toString(8).padStart(4, '0')
      throw new KeyUnusable(
        `The key file ${path} is open to others (its mode is ${mode}). Run: chmod 600 ${path}`,
      )
    }
    return readFileSync(handle, 'utf8')
  } finally {
    closeSync(handle)
  }
}

const LINE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{16}) ([A-Za-z0-9+/]{43}=)$/

function parse(text: string, path: string): SecretKey[] {
  const keys: SecretKey[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, made = '', id = '', written = ''] = LINE.exec(line.trim()) ?? []
    const bytes = new Uint8Array(Buffer.from(written, 'base64'))
    if (bytes.length !== KEY_BYTES || keyIdOf(bytes) !== id)
      throw new KeyUnusable(
        `Line ${index + 1} of the key file ${path} is damaged. Put the file back from a backup.`,
      )
    keys.push({ id, madeAt: new Date(made), bytes })
  }
  if (keys.length === 0)
    throw new KeyUnusable(
      `The key file ${path} holds no key. Put it back from a backup, or remove it where nothing was encrypted yet.`,
    )
  return keys
}

function textOf(keys: readonly SecretKey[]): string {
  const lines = keys.map(
    ({ id, madeAt, bytes }) => `${madeAt.toISOString()} ${id} ${Buffer.from(bytes).toString('base64')}\n`,
  )
  return PREFACE + lines.join('')
}

/** Writes a file beside it, on the disk, that belongs to whom the present one belongs to. */
function writeUnfinished(
  path: string,
  keys: readonly SecretKey[],
  owner?: { uid: number; gid: number },
): string {
  const unfinished = `${path}.new`
  rmSync(unfinished, { force: true })
  const handle = openSync(unfinished, 'wx', 0o600)
  try {
    const own = fstatSync(handle)
    if (owner && (own.uid !== owner.uid || own.gid !== owner.gid)) fchownSync(handle, owner.uid, owner.gid)
    writeSync(handle, textOf(keys))
    fsyncSync(handle)
  } catch (cause) {
    rmSync(unfinished, { force: true })
    throw cause
  } finally {
    closeSync(handle)
  }
  return unfinished
}

/** Gives the file its name, unless there is one of that name. */
function takeName(unfinished: string, path: string): void {
  try {
    linkSync(unfinished, path)
  } catch (cause) {
    // Some file systems have no links.
    if (!NO_LINKS.has(codeOf(cause) ?? '') && codeOf(cause) !== 'EEXIST') throw cause
    if (codeOf(cause) !== 'EEXIST') renameSync(unfinished, path)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : undefined

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission. Run as the user that runs Mailgauge',
  EPERM: 'this user has no permission. Run as the user that runs Mailgauge',
}

/** What the operating system refuses, as a sentence. */
function inWords<T>(path: string, done: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const code = codeOf(cause)
    if (code === undefined || cause instanceof KeyUnusable) throw cause
    throw new KeyUnusable(
      `The key file ${path} cannot be ${done}: ${REASONS[code] ?? systemReason(cause)}.`,
      { cause },
    )
  }
}
