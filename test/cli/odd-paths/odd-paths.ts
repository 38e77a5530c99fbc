import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NOBODY = 65_534

/** Paths that are not what a command hopes for, made in a folder: by what is odd about each. */
export function oddPaths(folder: string): Readonly<Record<string, string>> {
  const at = (name: string) => join(folder, name)
  writeFileSync(at('file'), 'a text\n')
  writeFileSync(at('unreadable'), 'a text\n')
  symlinkSync(at('nowhere'), at('broken'))
  symlinkSync(at('loop'), at('loop'))
  for (const [name, mode] of [
    ['closed', 0o700],
    ['folder', 0o700],
    ['read-only', 0o500],
  ] as const)
    mkdirSync(at(name), { mode })
  if (process.geteuid?.() === 0) {
    for (const name of ['', 'file', 'folder', 'read-only']) chownSync(at(name), NOBODY, NOBODY)
    chmodSync(at('unreadable'), 0o600)
  } else {
    chmodSync(at('unreadable'), 0)
    chmodSync(at('closed'), 0)
  }
  return {
    missing: at('missing/name'),
    unreadable: at('unreadable'),
    'in a closed folder': at('closed/name'),
    'a folder': at('folder'),
    'a file': at('file'),
    'in a read-only folder': at('read-only/name'),
    'a full device': '/dev/full',
    'a broken link': at('broken'),
    'a link to itself': at('loop'),
    'through a file': at('file/name'),
    'a name too long': at('n'.repeat(300)),
  }
}
