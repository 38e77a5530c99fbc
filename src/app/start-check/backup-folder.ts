import type { Config } from '../../config/config.ts'
import { unwritableForService } from './service-user.ts'
import { folderProblem } from './writable.ts'

/** Why no backup can be written to the folder that backup.directory names. The service starts all the same. */
export function backupFolderProblem({ backup, store }: Pick<Config, 'backup' | 'store'>): string | undefined {
  const { directory } = backup
  if (directory === undefined) return undefined
  const forService = unwritableForService(store.directory, directory)
  return folderProblem(directory, 'backup.directory') ?? (forService && `backup.directory: ${forService}`)
}
