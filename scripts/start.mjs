// Installs what is missing, builds dist/mailgauge when a source is newer than it, and serves.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findBun, installPackages, root, run } from './toolchain.mjs'

const binary = join(root, 'dist', 'mailgauge')

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Whether dist/mailgauge is missing or older than something it is made of. */
export function isStale() {
  const parts = [
    'src',
    'clients/typescript/src',
    'package.json',
    'bun.lock',
    'tsconfig.json',
    'scripts/build',
  ]
  const sources = parts.map((name) => join(root, name))
  return !existsSync(binary) || statSync(binary).mtimeMs <= Math.max(...sources.map(newest))
}

function buildIfStale() {
  if (!isStale()) return
  process.stderr.write('Building dist/mailgauge.\n')
  run(process.execPath, [join(root, 'scripts', 'build')])
}

if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith('start.mjs')) {
  installPackages(findBun())
  buildIfStale()
  const server = spawn(binary, ['serve', ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
