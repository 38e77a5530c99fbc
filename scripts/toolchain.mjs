// Finds Bun, or installs it: runs on Node alone, before anything else is there.
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.bun
const home = join(root, '.bun')

function versionOf(bun) {
  const run = spawnSync(bun, ['--version'], { encoding: 'utf8' })
  return run.status === 0 ? run.stdout.trim() : undefined
}

/** Runs a command with the terminal's own streams and stops this process with its code when it fails. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { stdio: 'inherit', cwd: root, ...options })
  if (done.error) fail(`${command} could not be run: ${done.error.message}`)
  if (done.status !== 0) process.exit(done.status ?? 1)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Whether npm can keep its cache where it is set to, or where it keeps it by itself. */
function npmHasCache() {
  let folder = process.env.npm_config_cache ?? join(homedir(), '.npm')
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder)
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function installBun() {
  process.stderr.write(`Installing Bun ${wanted} from its npm package into .bun (once).\n`)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  // A service account often has a home that it cannot write to.
  const cache = npmHasCache() ? undefined : join(home, 'npm-cache')
  const npm = spawnSync(
    'npm',
    [
      'install',
      '--prefix',
      home,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--loglevel=error',
      ...(cache ? ['--cache', cache] : []),
      `bun@${wanted}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], cwd: home },
  )
  if (cache) rmSync(cache, { recursive: true, force: true })
  if (npm.error || npm.status !== 0) {
    fail(
      `npm could not install bun@${wanted}. Check that npm reaches its registry, or install Bun ${wanted} yourself and put it on PATH.`,
    )
  }
  // The package's own script picks the build that fits this processor; npm may be set to skip scripts, so it is run here.
  const script = spawnSync(process.execPath, ['install.js'], {
    cwd: join(home, 'node_modules', 'bun'),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (script.status !== 0)
    fail(`Bun's npm package was installed but did not set itself up. Remove ${home} and try again.`)
}

/** The path of a Bun of exactly the pinned version: the one on PATH, the one in .bun, or one installed now. */
export function findBun() {
  if (versionOf('bun') === wanted) return 'bun'
  const local = join(home, 'node_modules', 'bun', 'bin', 'bun.exe')
  if (!existsSync(local) || versionOf(local) !== wanted) installBun()
  if (versionOf(local) !== wanted)
    fail(`Bun ${wanted} was installed into ${home} but does not run on this machine.`)
  return local
}

/** Installs the packages of the lockfile when they are missing or older than it. */
export function installPackages(bun) {
  const stamp = join(root, 'node_modules', '.mailgauge-installed')
  const lock = join(root, 'bun.lock')
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(lock).mtimeMs) return
  process.stderr.write('Installing packages from the lockfile.\n')
  run(bun, ['install', '--frozen-lockfile', '--silent'])
  writeFileSync(stamp, '')
}

/** The environment in which scripts find the pinned Bun as `bun`. */
export function withBun(bun) {
  if (bun === 'bun') return process.env
  return {
    ...process.env,
    PATH: `${dirname(bun)}:${join(home, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
  }
}
