import { readFileSync, realpathSync } from 'node:fs'

/** A mount of this machine. */
export interface Mount {
  point: string
  type: string
  options: string[]
  readOnly: boolean
}

const MOUNTS = '/proc/self/mountinfo'

/** The mount that holds a path, as this process sees it. Throws where it cannot be had. */
export function mountAt(path: string): Mount {
  return mountIn(realpathSync(path), readFileSync(MOUNTS, 'utf8'))
}

/** The same from the text of mountinfo (proc_pid_mountinfo(5)). */
export function mountIn(path: string, mountinfo: string): Mount {
  let deepest: Omit<Mount, 'readOnly'> | undefined
  for (const line of mountinfo.split('\n')) {
    const [own = '', super_ = ''] = line.split(' - ')
    const [, , , , written = '', options = ''] = own.split(' ')
    const [type = '', , ofFileSystem = ''] = super_.split(' ')
    const point = written.replaceAll(/\\(\d{3})/g, (_, octal) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    )
    const holds = point === '/' || path === point || path.startsWith(`${point}/`)
    // A later mount at the same place covers the earlier one.
    if (point !== '' && holds && point.length >= (deepest?.point.length ?? 0))
      deepest = {
        point,
        type,
        options: [...options.split(','), ...ofFileSystem.split(',').filter((one) => one === 'ro')],
      }
  }
  if (!deepest) throw new Error(`no mount holds ${path}`)
  return { ...deepest, readOnly: deepest.options.includes('ro') }
}
