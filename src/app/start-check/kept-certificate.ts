import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemCode, systemReason } from '../../core/trouble/system-reason.ts'
import { folderProblem } from './writable.ts'

/** Why the self-made certificate of a data directory can neither be read nor made. */
export function keptCertificateProblem(directory: string): string | undefined {
  const folder = join(directory, 'tls')
  const file = join(folder, 'self-signed.pem')
  try {
    readFileSync(file)
    return undefined
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return folderProblem(folder, 'store.directory')
    return `store.directory: the certificate ${file} cannot be read: ${systemReason(cause)}. Let the user that runs Mailgauge own it, or move it away to have one made.`
  }
}
