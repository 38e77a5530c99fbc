import { readFileSync } from 'node:fs'

const PAGE = 4096

/** Resident bytes of a process; 0 where the system does not tell (not Linux), or when it is gone. */
export function residentBytes(pid: number): number {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]
    return Number(pages) * PAGE
  } catch {
    return 0
  }
}
