/**
 * How long a stranger waits, for an HTTP answer and for an SMTP greeting, while others flood the SMTP listener: as a
 * multiple of the same on an idle server. `bun bench/smtp-flood.ts [seconds for each flood]`; needs Linux, where all of
 * 127.0.0.0/8 is this machine. The server and the floods run in processes of their own and share the
 * processors: how late the server's event loop was tells how much of a wait is its own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { median } from './harness/stats.ts'

const STRANGER = '127.0.0.2'

const OPENING = 'EHLO flood.example\r\nMAIL FROM:<a@example.org>\r\n'
const RECIPIENT = 'RCPT TO:<postmaster>\r\n'
const DATA = `${OPENING}${RECIPIENT}DATA\r\n`

interface Flood {
  opening: string
  again: string
  connections: number
  /** Addresses that flood, each with so many connections. */
  addresses?: number
  /** Each connection does a TLS handshake and nothing else. */
  handshake?: boolean
}

const FLOODS: Readonly<Record<string, Flood>> = {
  'RCPT on one connection': { opening: OPENING, again: RECIPIENT.repeat(3000), connections: 1 },
  'RCPT on 50 connections': { opening: OPENING, again: RECIPIENT.repeat(3000), connections: 50 },
  'NOOP on 50 connections': { opening: '', again: 'NOOP\r\n'.repeat(10_000), connections: 50 },
  'NOOP on 300 connections': { opening: '', again: 'NOOP\r\n'.repeat(10_000), connections: 300 },
  'RCPT on 50 connections of 8 addresses': {
    opening: OPENING,
    again: RECIPIENT.repeat(3000),
    connections: 50,
    addresses: 8,
  },
  'connecting 50 times at once, over and over': { opening: '', again: 'QUIT\r\n', connections: 50 },
  'connecting 50 times at once from 8 addresses': {
    opening: '',
    again: 'QUIT\r\n',
    connections: 50,
    addresses: 8,
  },
  'TLS handshakes on 50 connections': { opening: '', again: '', connections: 50, handshake: true },
  'message bytes on 20 connections': { opening: DATA, again: 'x'.repeat(65_536), connections: 20 },
  'lines of one dot on 20 connections': { opening: DATA, again: '..\r\n'.repeat(16_384), connections: 20 },
}

/** Asks for TLS as soon as it is greeted, and leaves. */
function shakeHands(socket: net.Socket): void {
  let said = ''
  const listen = (part: Buffer) => {
    said += part
    if (!/^220 2/m.test(said)) return
    socket.off('data', listen)
    const secured = tls.connect({ socket, rejectUnauthorized: false }, () => secured.destroy())
    secured.on('error', () => socket.destroy())
    secured.on('close', () => socket.destroy())
  }
  socket.on('data', listen)
  socket.on('connect', () => socket.write('EHLO flood.example\r\nSTARTTLS\r\n'))
}

/** Floods for good: a connection that was ended is opened again. */
function flood({ opening, again, connections, addresses = 1, handshake = false }: Flood, port: number): void {
  const [first, more] = [Buffer.from(opening), Buffer.from(again)]
  function open(localAddress: string): void {
    const socket = net.connect({ host: '127.0.0.1', port, localAddress })
    const push = () => {
      while (!socket.destroyed && socket.writable && socket.write(more));
    }
    if (handshake) shakeHands(socket)
    else {
      socket.on('connect', () => {
        socket.write(first)
        push()
      })
      socket.on('drain', push)
    }
    socket.on('error', () => {})
    socket.on('close', () => setImmediate(open, localAddress))
    socket.on('end', () => socket.destroy())
    socket.resume()
  }
  for (let i = 0; i < connections * addresses; i++) open(`127.0.1.${1 + (i % addresses)}`)
}

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
  /** How late the server's event loop was each time it looked. */
  loop: number[]
}

interface Measured {
  /** A test that can be read. */
  page: string
  smtp: number
  loopDelays: number[]
}

async function readTest(page: string): Promise<void> {
  const answer = await fetch(page)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.text()
}

async function strangerWaits({ page, smtp, loopDelays }: Measured, seconds: number): Promise<Waits> {
  const waits: Waits = { http: [], greeting: [], loop: [] }
  loopDelays.length = 0
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    waits.http.push(await took(() => readTest(page)))
    waits.greeting.push(await took(() => greeting(smtp)))
  }
  return { ...waits, loop: [...loopDelays] }
}

async function newTest(http: number): Promise<string> {
  const made = await fetch(`http://127.0.0.1:${http}/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', origin: `http://127.0.0.1:${http}` },
  })
  const page = made.headers.get('location')
  if (page === null) throw new Error(`No test was made: ${made.status}`)
  return new URL(page, made.url).href
}

async function startServer(directory: string) {
  const main = join(import.meta.dir, '..', 'src', 'main.ts')
  const flags = ['--http.listen=127.0.0.1:0', '--smtp.listen=127.0.0.1:0', `--store.directory=${directory}`]
  const preload = ['--preload', join(import.meta.dir, 'loop-delay.ts')]
  const server = Bun.spawn([process.execPath, ...preload, main, 'serve', ...flags], {
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
      const loopDelays: number[] = []
      void readDelays(reader, loopDelays)
      return { server, measured: { page: await newTest(Number(http)), smtp: Number(smtp), loopDelays } }
    }
  }
}

async function readDelays(
  reader: { read(): Promise<{ value?: Uint8Array | undefined; done: boolean }> },
  into: number[],
): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('{"loopDelays"')) into.push(...JSON.parse(line).loopDelays)
  }
}

const ms = (number: number) => `${number.toFixed(1)} ms`

function line(name: string, waits: Waits, idle: Waits): string {
  const told = (['http', 'greeting'] as const).map((what) => {
    const [now, before] = [median(waits[what]), median(idle[what])]
    return `${what} ${ms(now)} (${(now / before).toFixed(1)} times idle, most ${ms(Math.max(...waits[what]))})`
  })
  const loop = `loop late by ${ms(median(waits.loop))}, most ${ms(Math.max(...waits.loop))}`
  return `${name.padEnd(44)} ${told.join('   ')}   ${loop}`
}

async function compare(seconds: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'mailgauge-flood-'))
  const { server, measured } = await startServer(directory)
  try {
    await strangerWaits(measured, 1)
    const idle = await strangerWaits(measured, seconds)
    console.log(line('idle', idle, idle))
    for (const name of Object.keys(FLOODS)) {
      const flooding = Bun.spawn([process.execPath, import.meta.path, name, `${measured.smtp}`])
      await Bun.sleep(500)
      try {
        console.log(line(name, await strangerWaits(measured, seconds), idle))
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
