import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemCode, systemReason } from '../../core/trouble/system-reason.ts'

/** Why a folder can neither be used nor made by this user: a sentence that begins with the option. */
export function folderProblem(path: string, option: string): string | undefined {
  const found = look(path)
  if ('says' in found) return `${option}: ${path} cannot be looked at: ${found.says}. ${ITS_USER}`
  if (found.stats) return usable(path, found.stats, option)
  const above = nearest(dirname(path))
  if ('says' in above) return `${option}: ${path} cannot be made: ${above.says}. ${ITS_USER}`
  if (!above.stats.isDirectory())
    return `${option}: ${path} cannot be made: ${above.path} is not a folder. Name another one.`
  const refused = refusal(above.path)
  return refused === undefined
    ? undefined
    : `${option}: ${path} cannot be made in ${above.path}: ${refused.says}. ${refused.isReadOnly ? allow(path) : `Make it for the user that runs Mailgauge: install -d -m 700 -o mailgauge ${path}`}`
}

const ITS_USER = 'Run as the user that runs Mailgauge, or name another one.'

function usable(path: string, stats: Stats, option: string): string | undefined {
  if (!stats.isDirectory()) return `${option}: ${path} is a file, not a folder. Name a folder.`
  const refused = refusal(path)
  return refused === undefined
    ? undefined
    : `${option}: ${path} cannot be written in: ${refused.says}. ${refused.isReadOnly ? allow(path) : `Let the user that runs Mailgauge own it: chown -R mailgauge ${path}`}`
}

/** The unit shows the service a file system that is read-only but for what it names. */
const allow = (path: string) =>
  `Where that is the unit's doing, make the folder (install -d -m 700 -o mailgauge ${path}), and name it in the unit (systemctl edit mailgauge), then restart the service: [Service] ReadWritePaths=${path}`

function look(path: string): { stats?: Stats } | { says: string } {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats ? { stats } : {}
  } catch (cause) {
    return systemCode(cause) === 'ENOTDIR' ? {} : { says: systemReason(cause) }
  }
}

function nearest(path: string): { path: string; stats: Stats } | { says: string } {
  for (let at = path; ; at = dirname(at)) {
    const found = look(at)
    if ('says' in found) return found
    if (found.stats) return { path: at, stats: found.stats }
    if (at === dirname(at)) return { says: 'there is no such folder' }
  }
}

function refusal(folder: string): { says: string; isReadOnly: boolean } | undefined {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (cause) {
    return { says: systemReason(cause), isReadOnly: systemCode(cause) === 'EROFS' }
  }
}
