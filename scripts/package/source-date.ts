import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './contents.ts'

/** The one time that files of a release bear, in seconds: SOURCE_DATE_EPOCH, else that of the last commit, else of the changelog. */
export function sourceDate(): number {
  const given = process.env['SOURCE_DATE_EPOCH'] ?? ''
  if (/^\d{1,12}$/.test(given)) return Number(given)
  const commit = Bun.spawnSync(['git', 'log', '-1', '--format=%ct'], {
    cwd: ROOT,
    env: process.env,
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const said = commit.success ? commit.stdout.toString().trim() : ''
  return /^\d+$/.test(said) ? Number(said) : Math.floor(statSync(join(ROOT, 'CHANGELOG.md')).mtimeMs / 1000)
}

/** 2026-11-23 */
export const dayOf = (epoch: number) => new Date(epoch * 1000).toISOString().slice(0, 10)
