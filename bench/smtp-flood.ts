/**
 * How long a stranger waits, for an HTTP answer and for an SMTP greeting, while others flood the SMTP door: as a
 * multiple of the same on an idle server. `bun bench/smtp-flood.ts [seconds for each flood]`; needs Linux, where all of
 * 127.0.0.0/8 is this machine. The server and the floods run in processes of their own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const STRANGER = '127.0.0.2'
const FLOODER = '127.0.0.3'

const OPENING = 'EHLO flood.example\r\nMAIL FROM:<a@example.org>\r\n'
const RECIPIENT = 'RCPT TO:<postmaster>\r\n'
const DATA = `${OPENING}${RECIPIENT}DATA\r\n`

interface Flood {
  opening: string
  again: string
  connections: number
}

const FLOODS: Readonly<Record<string, Flood>> = {
  'RCPT on one connection': { opening: OPENING, again: RECIPIENT.repeat(3000), connections: 1 },
  'RCPT on 50 connections': { opening: OPENING, again: RECIPIENT.repeat(3000), connections: 50 },
  'NOOP on 50 connections': { opening: '', again: 'NOOP\r\n'.repeat(10_000), connections: 50 },
  'connecting 50 times at once, over and over': { opening: '', again: 'QUIT\r\n', connections: 50 },
  'message bytes on 20 connections': { opening: DATA, again: 'x'.repeat(65_536), connections: 20 },
  'lines of one dot on 20 connections': { opening: DATA, again: '..\r\n'.repeat(16_384), connections: 20 },
}

/** Floods for good: a connection that was ended is opened again. */
function flood({ opening, again, connections }: Flood, port: number): void {
  const [first, more] = [Buffer.from(opening), Buffer.from(again)]
  function open(): void {
    const socket = net.connect({ host: '127.0.0.1', port, localAddress: FLOODER })
    const push = () => {
      while (!socket.destroyed && socket.writable && socket.write(more));
    }
    socket.on('connect', () => {
      socket.write(first)
      push()
    })
    socket.on('drain', push)
    socket.on('error', () => {})
    socket.on('close', () => setImmediate(open))
    socket.on('end', () => socket.destroy())
    socket.resume()
  }
  for (let i = 0; i < connections; i++) open()
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

function greeting(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port, localAddress: STRANGER })
    socket.once('data', (reply) => {
      socket.end('QUIT\r\n')
      if (reply.toString().startsWith('220')) resolve()
      else reject(new Error(reply.toString()))
    })
    socket.once('error', reject)
  })
}

interface Waits {
  http: number[]
  greeting: number[]
}

async function strangerWaits(http: number, smtp: number, seconds: number): Promise<Waits> {
  const waits: Waits = { http: [], greeting: [] }
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    waits.http.push(await took(async () => (await fetch(`http://127.0.0.1:${http}/healthz`)).text()))
    waits.greeting.push(await took(() => greeting(smtp)))
  }
  return waits
}

async function startServer(directory: string) {
  const main = join(import.meta.dir, '..', 'src', 'main.ts')
  const flags = ['--http.listen=127.0.0.1:0', '--smtp.listen=127.0.0.1:0', `--store.directory=${directory}`]
  const server = Bun.spawn([process.execPath, main, 'serve', ...flags], {
    cwd: join(import.meta.dir, '..'),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const reader = server.stdout.getReader()
  let said = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`The server ended: ${said}`)
    said += new TextDecoder().decode(value)
    const [, http, smtp] = /"http":\["127.0.0.1:(\d+)"\],"smtp":\["127.0.0.1:(\d+)"\]/.exec(said) ?? []
    if (http !== undefined && smtp !== undefined) {
      void (async () => {
        while (!(await reader.read()).done);
      })()
      return { server, http: Number(http), smtp: Number(smtp) }
    }
  }
}

const times = (ms: number) => `${ms.toFixed(1)} ms`

function line(name: string, waits: Waits, idle: Waits): string {
  const told = (['http', 'greeting'] as const).map((what) => {
    const [now, before] = [median(waits[what]), median(idle[what])]
    return `${what} ${times(now)} (${(now / before).toFixed(1)} times idle, most ${times(Math.max(...waits[what]))})`
  })
  return `${name.padEnd(44)} ${told.join('   ')}`
}

async function compare(seconds: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'mailgauge-flood-'))
  const { server, http, smtp } = await startServer(directory)
  try {
    await strangerWaits(http, smtp, 1)
    const idle = await strangerWaits(http, smtp, seconds)
    console.log(line('idle', idle, idle))
    for (const name of Object.keys(FLOODS)) {
      const flooding = Bun.spawn([process.execPath, import.meta.path, name, `${smtp}`])
      await Bun.sleep(500)
      try {
        console.log(line(name, await strangerWaits(http, smtp, seconds), idle))
      } catch (cause) {
        console.log(`${name.padEnd(44)} ${cause}`)
      }
      flooding.kill()
      await flooding.exited
      await Bun.sleep(500)
    }
  } finally {
    server.kill()
    await server.exited
    rmSync(directory, { recursive: true, force: true })
  }
}

const [what = '5', port] = process.argv.slice(2)
const chosen = FLOODS[what]
if (chosen && port !== undefined) flood(chosen, Number(port))
else await compare(Number(what))
