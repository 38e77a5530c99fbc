import { existsSync } from 'node:fs'
import { join } from 'node:path'

declare const BUILD_VERSION: string | undefined

/** True in the compiled binary, false when Bun runs the sources. */
export const COMPILED = typeof BUILD_VERSION === 'string'

/** The released version, or `development`. */
export const VERSION = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'development'

/** By this name Linux starts the program that runs, also once an upgrade has put another one in its place. */
const RUNNING = '/proc/self/exe'

const OF_THE_CONFIGURATION = /^MAILGAUGE_/

/** The environment for processes that the service starts: without the variables of its configuration, which may hold passwords. */
export function environmentOfChildren(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THE_CONFIGURATION.test(name)))
}

/** Starts this very program again, to be followed by its arguments. */
export function ownProgram(): string[] {
  if (!COMPILED) return [process.execPath, join(import.meta.dir, 'main.ts')]
  return [existsSync(RUNNING) ? RUNNING : process.execPath]
}
