import { BACKUP_KINDS, type BackupManifest } from '../../core/files/backup.ts'
import { isOlder } from '../../store/keeping/versions.ts'
import { MIGRATIONS } from '../../store/sqlite/migrations.ts'
import { BackupFailed, NAME_ONE } from './failed.ts'

const FORMAT = 1
const NO_MANIFEST = `It is no backup of Mailgauge: it has no manifest. ${NAME_ONE}`

/** Reads a manifest. Throws BackupFailed where this program cannot restore what it is of. */
export function readManifest(text: string, program: string): BackupManifest {
  const manifest = parsed(text)
  const { format, version, schema, oldest_program: oldest } = manifest
  if (format !== FORMAT)
    throw new BackupFailed(
      `The backup has a form that this program (${program}) does not know. Install the Mailgauge that made it, ${version}, or a newer one.`,
    )
  if (schema > MIGRATIONS.length || isOlder(program, oldest))
    throw new BackupFailed(
      `The backup is of a newer Mailgauge: ${version} made it, its database has version ${schema} and needs ${oldest} or newer. This is ${program}, which knows version ${MIGRATIONS.length}. Install Mailgauge ${version} or newer, then restore it.`,
    )
  return manifest
}

function parsed(text: string): BackupManifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BackupFailed(NO_MANIFEST)
  }
  if (!isManifest(value)) throw new BackupFailed(NO_MANIFEST)
  return value
}

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 4096 && !/[^\P{Cc}]/u.test(value)
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isList = (value: unknown, fits: (one: Record<string, unknown>) => boolean) =>
  Array.isArray(value) && value.length <= 64 && value.every((one) => isObject(one) && fits(one))

function isManifest(value: unknown): value is BackupManifest {
  return (
    isObject(value) &&
    isCount(value['format']) &&
    isShort(value['version']) &&
    isCount(value['schema']) &&
    isShort(value['oldest_program']) &&
    isShort(value['made_at']) &&
    !Number.isNaN(new Date(value['made_at']).getTime()) &&
    BACKUP_KINDS.some((kind) => kind === value['kind']) &&
    isList(value['members'], ({ name, bytes, about }) => isShort(name) && isCount(bytes) && isShort(about)) &&
    isList(value['left_out'], ({ name, about }) => isShort(name) && isShort(about))
  )
}
