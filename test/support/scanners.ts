import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScanEnvelope } from '../../src/net/ports.ts'
import { NotThePort, onFreePort } from './free-port.ts'
import { until } from './until.ts'

const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'
const SPAMD = Bun.which('spamd', { PATH })
const RSPAMD = Bun.which('rspamd', { PATH })
const isRoot = process.getuid?.() === 0

/** Debian's packages are here, and we may start daemons that change their user. */
export const scannersAreHere = isRoot && SPAMD !== null && RSPAMD !== null
if (!scannersAreHere) console.warn('skipped: spamassassin, spamd and rspamd are not installed')

export const SESSION: ScanEnvelope = {
  // An address of documentation would hit a rule about impossible addresses.
  clientAddress: '93.184.216.34',
  clientName: 'mail.example.org',
  helo: 'mail.example.org',
  mailFrom: 'ann@example.org',
  rcptTo: 'bob@example.net',
  receivedAt: new Date().toISOString(),
}

const GTUBE_LINE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X'

/** A proper message of now. */
export function letter(
  body = 'Hello Bob,\r\n\r\nthe garden opens again on Saturday. Shall we go there together?\r\n\r\nAnn',
) {
  const date = new Date().toUTCString().replace('GMT', '+0000')
  return Buffer.from(
    `From: Ann <ann@example.org>\r\nTo: Bob <bob@example.net>\r\nSubject: The garden on Saturday\r\nDate: ${date}\r\n` +
      `Message-ID: <20261120.1200.abcdef@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`,
  )
}

/** The message every scanner must call spam (the Generic Test for Unsolicited Bulk Email). */
export const gtube = () => letter(GTUBE_LINE)

export interface Daemon {
  port: number
  pid: number
  /** The port is told, so that a second start takes the same. */
  stop(): Promise<void>
}

export interface SpamdOptions {
  /** ip:port of the DNS server that it asks about lists. Absent: no network tests. */
  dns?: string
}

/** A SpamAssassin of its own. */
export const startSpamd = (options: SpamdOptions = {}) => onFreePort((port) => spamdAt(port, options))

async function spamdAt(port: number, { dns }: SpamdOptions): Promise<Daemon> {
  const folder = daemonFolder('spamd')
  if (dns !== undefined) writeFileSync(join(folder, 'local.cf'), `dns_server ${dns}\ndns_available yes\n`)
  for (const name of ['init', 'v310', 'v312', 'v320', 'v330', 'v340', 'v342', 'v343', 'v400']) {
    cpSync(`/etc/spamassassin/${name}.pre`, join(folder, `${name}.pre`))
  }
  const command = [
    ...[
      SPAMD ?? '',
      ...(dns === undefined ? ['--local'] : []),
      '--nouser-config',
      '--username=nobody',
      '--syslog=null',
    ],
    ...['--listen=127.0.0.1', `--port=${port}`, '--allowed-ips=127.0.0.1'],
    ...['--max-children=2', '--min-children=1', `--siteconfigpath=${folder}`, `--pidfile=${folder}/pid`],
  ]
  return started(command, folder, port, async () => {
    const reply = await exchange(port, 'PING SPAMC/1.5\r\n\r\n')
    return reply.includes('PONG')
  })
}

export interface RspamdOptions {
  /** ip:port of the DNS server that it asks. Absent: every question fails. */
  dns?: string
  /** Processes that take messages. */
  workers?: number
  /** Compile the expressions first, as a real one does; it takes a while. */
  hyperscan?: boolean
  /** It asks lists. */
  lists?: boolean
}

const optionsOf = ({ dns, hyperscan = false }: RspamdOptions) => `
filters = "chartable,dkim,regexp";
dns { nameserver = ["${dns ?? '127.0.0.1:9'}"]; timeout = ${dns === undefined ? '0.05s' : '1s'}; retransmits = 1; }
disable_hyperscan = ${!hyperscan};
`
const configuration = (port: number, { workers = 1, hyperscan = false }: RspamdOptions) => `
.include "$CONFDIR/common.conf"
options {
  pidfile = "$RUNDIR/rspamd.pid";
  .include "$CONFDIR/options.inc"
  .include(priority=10) "$LOCAL_CONFDIR/override.d/options.inc"
}
logging { type = "console"; level = "error"; }
worker "normal" { bind_socket = "127.0.0.1:${port}"; count = ${workers}; mime = true; }
${hyperscan ? 'worker "hs_helper" { count = 1; }' : ''}
`
/** Modules that ask or load from the network. */
const LIST_MODULES = ['rbl', 'surbl']
const NETWORK_MODULES = ['fuzzy_check', 'rbl', 'surbl', 'phishing', 'asn', 'mx_check', 'rspamd_update']

/** An Rspamd of its own, with Debian's rules and without the network. */
export const startRspamd = (options: RspamdOptions = {}) => onFreePort((port) => rspamdAt(port, options))

async function rspamdAt(port: number, options: RspamdOptions): Promise<Daemon> {
  const folder = daemonFolder('rspamd')
  mkdirSync(join(folder, 'override.d'))
  writeFileSync(join(folder, 'rspamd.conf'), configuration(port, options))
  writeFileSync(join(folder, 'override.d', 'options.inc'), optionsOf(options))
  for (const name of NETWORK_MODULES) {
    if (options.lists && LIST_MODULES.includes(name)) continue
    writeFileSync(join(folder, 'override.d', `${name}.conf`), 'enabled = false;\n')
  }
  chownSync(folder, await userId('_rspamd'), 0)
  const places = {
    CONFDIR: '/etc/rspamd',
    LOCAL_CONFDIR: folder,
    DBDIR: folder,
    RUNDIR: folder,
    LOGDIR: folder,
  }
  const command = [
    ...[RSPAMD ?? '', '--no-fork', `--config=${folder}/rspamd.conf`, '--user=_rspamd', '--group=_rspamd'],
    ...Object.entries(places).map(([name, path]) => `--var=${name}=${path}`),
  ]
  return started(command, folder, port, async () => {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
    const response = await fetch(`http://127.0.0.1:${port}/ping`, { signal })
    return (await response.text()).includes('pong')
  })
}

function daemonFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `mailgauge-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Rspamd compiles its rules first, which takes minutes where many others use the processor. */
const STARTS_WITHIN_MS = 240_000
const ANSWERS_WITHIN_MS = 5_000
const ENDS_WITHIN_MS = 10_000

async function started(
  command: string[],
  folder: string,
  port: number,
  answers: () => Promise<boolean>,
): Promise<Daemon> {
  const child = Bun.spawn(command, { env: { PATH }, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
  const stop = async () => {
    child.kill('SIGTERM')
    const killing = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
    await child.exited
    clearTimeout(killing)
    rmSync(folder, { recursive: true, force: true })
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  try {
    const look = async () => hasEnded() || (await answers().catch(() => false))
    await until(look, STARTS_WITHIN_MS).catch(({ message }: Error) => {
      throw new NotThePort(`${command[0]}: ${message}`)
    })
    if (hasEnded()) throw new Error(`${command[0]} ended at its start, with ${child.exitCode}`)
  } catch (cause) {
    await stop()
    throw cause
  }
  return { port, pid: child.pid, stop }
}

/** Starts one of each, or none: where one does not start, the others are stopped. */
export async function startAll<S extends (() => Promise<Daemon>)[]>(
  ...starts: S
): Promise<{ [K in keyof S]: Daemon }> {
  const began = await Promise.allSettled(starts.map((start) => start()))
  const failed = began.find((one) => one.status === 'rejected')
  const daemons = began.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (!failed) return daemons as { [K in keyof S]: Daemon }
  await Promise.all(daemons.map((daemon) => daemon.stop()))
  throw failed.reason
}

async function userId(name: string): Promise<number> {
  return Number((await new Response(Bun.spawn(['id', '-u', name]).stdout).text()).trim())
}

async function exchange(port: number, request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let reply = ''
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data: (_socket, data) => {
        reply += data.toString('latin1')
      },
      close: () => resolve(reply),
      error: (_socket, cause) => reject(cause),
    },
  })
  const waiting = setTimeout(() => socket.end(), ANSWERS_WITHIN_MS)
  socket.write(request)
  return promise.finally(() => clearTimeout(waiting))
}

export interface FakeScanner {
  port: number
  /** What it was sent so far, one octet a character. */
  received(): string
  close(): void
}

/** A server on loopback that says to every connection what it is told, as soon as anything arrives. */
export async function fakeScanner(
  says: (socket: Socket, received: () => string) => void,
): Promise<FakeScanner> {
  const sockets = new Set<Socket>()
  let received = ''
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (data) => {
      received += data.toString('latin1')
    })
    socket.once('data', () => says(socket, () => received))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    received: () => received,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const TABLE = ' pts rule name              description\n---- ---------------------- ----------------------\n'

/** What spamd would answer: the verdict, and a report of those rows. */
export function spamdReply(verdict: string, rows: string, before = 'Content analysis details:\n\n'): string {
  const report = `${before}${TABLE}${rows}\n\n`
  return `SPAMD/1.1 0 EX_OK\r\nContent-length: ${Buffer.from(report, 'latin1').length}\r\nSpam: ${verdict}\r\n\r\n${report}`
}
