import { lstatSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BackupFailed, codeOf, reasonOf } from './failed.ts'
import type { BackupSource, NamedFile } from './plan.ts'

export const DATABASE = 'mailgauge.db'
export const KEY = 'secrets.key'
export const SELF_SIGNED = 'tls/self-signed.pem'
export const MANIFEST = 'manifest.json'
export const SUMS = 'SHA256SUMS'
/** Where files stand that the config names, each by its option. */
export const CERTIFICATES = 'certificates'

/** A file beside the database, small enough to be held. */
export interface SmallMember {
  name: string
  about: string
  bytes: Uint8Array
}

export interface Beside {
  members: SmallMember[]
  left: { name: string; about: string }[]
}

/** No key and no certificate with its chain is as large. */
export const LARGEST_SMALL = 1024 * 1024

/** The files beside the database that belong into a backup. Throws BackupFailed where the key cannot be had. */
export function filesBeside({ directory, keyPath, named }: BackupSource, secrets: boolean): Beside {
  const found: Beside = { members: [], left: [] }
  add(found, secrets, {
    name: KEY,
    path: keyPath,
    isPrivate: true,
    needed: true,
    about: `the encryption key (${keyPath})`,
  })
  const own = join(directory, SELF_SIGNED)
  add(found, secrets, {
    name: SELF_SIGNED,
    path: own,
    isPrivate: true,
    about: 'the self-made certificate for STARTTLS with its key',
  })
  for (const file of named)
    add(found, secrets, { ...file, name: memberOf(file), about: `${file.option} (${file.path})` })
  return found
}

/** certificates/smtp.tls_cert.pem */
const memberOf = ({ option }: NamedFile) => `${CERTIFICATES}/${option}.pem`

/** What whoever owns the data directory may not read is not read for them by root, whose backup may be theirs. */
function isLinkOfAnother(path: string): boolean {
  const link = process.getuid?.() === 0 ? lstatSync(path, { throwIfNoEntry: false }) : undefined
  if (!link?.isSymbolicLink() || link.uid === 0) return false
  return statSync(path, { throwIfNoEntry: false })?.uid === 0
}

interface Wanted {
  name: string
  path: string
  about: string
  isPrivate: boolean
  needed?: boolean
}

function add(found: Beside, secrets: boolean, { name, path, about, isPrivate, needed }: Wanted): void {
  if (isPrivate && !secrets) {
    if (statSync(path, { throwIfNoEntry: false })) found.left.push({ name, about })
    return
  }
  try {
    if (isLinkOfAnother(path)) throw new Error('it is a link that another user made to a file of root')
    const there = statSync(path)
    if (!there.isFile() || there.size > LARGEST_SMALL)
      throw new Error('it is no file of a size that a key or certificate has')
    found.members.push({ name, about, bytes: new Uint8Array(readFileSync(path)) })
  } catch (cause) {
    // What no option names need not be there.
    if (codeOf(cause) === 'ENOENT' && !name.startsWith(`${CERTIFICATES}/`)) return
    if (needed)
      throw new BackupFailed(
        `The key file ${path} cannot be read: ${reasonOf(cause)}. Run as the user that runs Mailgauge, or leave secrets out: --without-secrets.`,
      )
    found.left.push({ name, about: `${about}: ${reasonOf(cause)}` })
  }
}
