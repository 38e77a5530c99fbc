import { dirname } from 'node:path'
import type { Config } from '../../config/config.ts'
import { KeyUnusable } from '../../services/secrets/key-ring.ts'
import { databaseIn } from '../../store/sqlite/files.ts'
import { firstLook } from '../../store/sqlite/health/first-look.ts'
import { insideProblem } from '../../store/sqlite/health/inside.ts'
import { libraryProblem } from '../../store/sqlite/health/library.ts'
import { isDirectoryLocked } from '../../store/sqlite/lock.ts'
import { VERSION } from '../../version.ts'
import { createKeyFile } from '../secrets/key-file.ts'
import { backupFolderProblem } from './backup-folder.ts'
import { keptCertificateProblem } from './kept-certificate.ts'
import { portProblems } from './ports.ts'
import { unreadableForService } from './service-user.ts'
import { DATABASE_OPTIONS, sharedDatabaseProblems } from './shared-database.ts'
import { folderProblem } from './writable.ts'

/** A config as far as it is known. */
export interface NearlyConfig {
  config: Config
  /** Options that have another value than meant, or none. */
  doubtful: readonly string[]
  /** Its file. */
  file?: string
}

/** What a start would be refused for, beyond what the config itself says. */
export interface StartCheck {
  problems: string[]
  /** What a start goes on with, and something else later does not. */
  remarks: string[]
  /** The service runs: what it holds was not tried. */
  runs: boolean
}

/** Looks at what a start needs, and changes nothing; of options that are in doubt nothing is said. */
export async function checkStart({ config, doubtful, file }: NearlyConfig): Promise<StartCheck> {
  const isSure = (...options: string[]) => !options.some((option) => doubtful.includes(option))
  const { directory } = config.store
  const knowsFolder = isSure('store.directory')
  const folder = knowsFolder ? folderProblem(directory, 'store.directory') : undefined
  const usesFolder = knowsFolder && folder === undefined
  const library = libraryProblem()
  const runs = usesFolder && library === undefined && isDirectoryLocked(directory)
  const makesCertificate = isSure('smtp.tls_cert') && config.smtp.tlsCert === undefined
  const sharedProblems = () =>
    sharedDatabaseProblems(config, {
      runs,
      knowsKey: knowsFolder && isSure('secrets.key_path'),
      knowsName: isSure('host.name'),
    })
  const problems = [
    library,
    folder,
    usesFolder && library === undefined && isSure('store.url') && config.store.url === undefined
      ? databaseProblem(databaseIn(directory), runs)
      : undefined,
    knowsFolder && isSure('secrets.key_path') ? keyProblem(config.secrets.keyPath) : undefined,
    usesFolder && makesCertificate ? keptCertificateProblem(directory) : undefined,
    ...(runs || !isSure('http.listen', 'smtp.listen', 'smtp.lmtp_listen') ? [] : await portProblems(config)),
    ...unreadableForService(config, file),
    ...(isSure(...DATABASE_OPTIONS) ? await sharedProblems() : []),
  ]
  const backups = isSure('backup.directory') ? backupFolderProblem(config) : undefined
  return {
    problems: problems.filter((one) => one !== undefined),
    remarks: backups === undefined ? [] : [backups],
    runs,
  }
}

function databaseProblem(file: string, runs: boolean): string | undefined {
  return firstLook(file) ?? (runs ? undefined : insideProblem(file, VERSION))
}

function keyProblem(path: string): string | undefined {
  try {
    if (createKeyFile(path).read() !== undefined) return undefined
  } catch (cause) {
    if (cause instanceof KeyUnusable) return `secrets.key_path: ${cause.message}`
    throw cause
  }
  return folderProblem(dirname(path), 'secrets.key_path')
}
