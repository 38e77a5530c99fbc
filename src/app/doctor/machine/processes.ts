import { readFileSync } from 'node:fs'
import type { ProcessSeen } from '../../../services/doctor/host.ts'

/** A process as /proc shows it. Undefined: there is none, or nothing of it may be seen. */
export function processSeen(pid: number): ProcessSeen | undefined {
  const status = readSome(`/proc/${pid}/status`)
  const uid = /^Uid:\s+\d+\s+(\d+)/m.exec(status ?? '')?.[1]
  if (uid === undefined) return undefined
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readSome(`/proc/${pid}/limits`) ?? '')?.[1]
  const temporary = temporaryOf(readSome(`/proc/${pid}/environ`))
  return {
    uid: Number(uid),
    ...(limit !== undefined && {
      openFiles: limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit),
    }),
    ...(temporary !== undefined && { temporary }),
  }
}

/** As Bun chooses where it unpacks. Undefined: its environment is not ours to read. */
function temporaryOf(environment: string | undefined): string | undefined {
  if (environment === undefined || environment === '') return undefined
  const variables = environment.split('\0')
  const given = (name: string) => variables.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
  return given('BUN_TMPDIR') ?? given('TMPDIR') ?? '/tmp'
}

function readSome(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}
