import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { until } from './until.ts'

/** The binary under test. `npm test` builds it first. */
export const BINARY = join(import.meta.dir, '..', '..', 'dist', 'mailgauge')

/** Runs one command of the binary to its end. */
export async function mailgauge(
  args: string[],
  options: { cwd?: string; env?: Record<string, string>; stdin?: string } = {},
) {
  const child = Bun.spawn([BINARY, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', ...options.env },
    stdin: options.stdin === undefined ? 'ignore' : new Blob([options.stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { stdout, stderr, code }
}

export interface Running {
  /** `127.0.0.1:port` of each door. */
  http: string
  smtp: { host: string; port: number }
  folder: string
  process: Subprocess
  /** What it wrote to standard output and standard error so far. */
  output(): string
  /** What it wrote to standard output: its log. */
  log(): string
  /** Children of the service: the analysis processes. */
  children(): number[]
  kill(signal?: NodeJS.Signals): Promise<number>
}

/** A folder for one test of the binary; `remove()` takes it away. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-test-'))
  mkdirSync(join(folder, 'tmp'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Writes a configuration for loopback with free ports into the folder; `extra` adds TOML to sections, `instead` replaces them. */
export function writeConfig(
  folder: string,
  extra: Record<string, string> = {},
  instead: Record<string, string> = {},
): void {
  const sections: Record<string, string> = {
    http: 'listen = ["127.0.0.1:0"]',
    smtp: 'listen = ["127.0.0.1:0"]\ndomain = "test.example"\nhostname = "mx.test.example"',
    store: 'directory = "data"\nmin_free = "0B"',
    dns: 'servers = ["127.0.0.1:1"]\ntimeout = "100ms"\ntries = 1',
    'plans.self-hosted': 'rate_per_minute = 1000000\nburst = 1000000',
    // A busy machine is no reason to give a message up.
    analysis: 'time_limit = "2m"',
    log: 'level = "info"\nformat = "json"',
    ...instead,
  }
  for (const [section, lines] of Object.entries(extra))
    sections[section] = `${sections[section] ?? ''}\n${lines}`
  const text = Object.entries(sections).map(([name, lines]) => `[${name}]\n${lines}\n`)
  writeFileSync(join(folder, 'mailgauge.toml'), text.join('\n'))
}

/** Starts `mailgauge serve` in the folder and waits until it listens. */
export async function serve(
  folder: string,
  args: string[] = [],
  binary = BINARY,
  environment: Record<string, string> = {},
): Promise<Running> {
  const child = Bun.spawn([binary, 'serve', ...args], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', TMPDIR: join(folder, 'tmp'), ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let [output, log] = ['', '']
  const follow = async (stream: ReadableStream<Uint8Array>, heard: (text: string) => void) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) heard(decoder.decode(chunk, { stream: true }))
  }
  void follow(child.stdout, (text) => {
    output += text
    log += text
  })
  void follow(child.stderr, (text) => {
    output += text
  })
  const listening = await until(() => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output}`)
    const line = output.split('\n').find((text) => text.includes('"smtp":[') && text.includes('"http":['))
    return line ? (JSON.parse(line) as { smtp: string[]; http: string[] }) : undefined
  })
  const [host = '', port = ''] = (listening.smtp[0] ?? '').split(':')
  return {
    http: listening.http[0] ?? '',
    smtp: { host, port: Number(port) },
    folder,
    process: child,
    output: () => output,
    log: () => log,
    children: () => childrenOf(child.pid),
    async kill(signal = 'SIGTERM') {
      child.kill(signal)
      return child.exited
    },
  }
}

const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** Whether the process has a handler of its own for the signal, by proc(5)'s mask. */
export function handles(pid: number, signal: keyof typeof NUMBERS): boolean {
  const mask = /^SigCgt:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return ((BigInt(`0x${mask}`) >> BigInt(NUMBERS[signal] - 1)) & 1n) === 1n
}

/** Processes that this one started and that are still there. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'latin1').split(') ')[1]?.split(' ')[1] === String(pid)
      } catch {
        return false
      }
    })
    .map(Number)
}
