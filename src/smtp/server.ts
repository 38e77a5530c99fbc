import { X509Certificate } from 'node:crypto'
import type { Server, Socket } from 'node:net'
import type { SMTPServerSession } from 'smtp-server'
import { clientNetwork } from '../net/ip.ts'
import { type Clock, ticksOf } from '../net/ports.ts'
import type { Intake } from '../services/intake/intake.ts'
import type { SmtpMeter } from '../services/metrics/families/smtp.ts'
import type { Log, MailLog } from '../services/ports.ts'
import { MailConnection } from './connection.ts'
import { createEngine, demandUsable, type TlsMaterial } from './engine.ts'
import { createBrokenLog } from './fair/broken.ts'
import { whoGivesWay } from './fair/eviction.ts'
import { createMemoryShares } from './fair/memory.ts'
import { createRejection } from './fair/rejection.ts'
import { restAfter } from './fair/rest.ts'
import { createSlots } from './fair/slots.ts'
import { createTurns, TURN_BOUNDS } from './fair/turns.ts'
import type { SmtpLimits } from './limits.ts'
import { addressOf, type ListenAddress, listenOn } from './listen.ts'
import { type LmtpAddress, listenForLmtp, lmtpAddressOf } from './lmtp/listen.ts'
import { LARGEST_BLOCK } from './message-bytes.ts'
import { createArrivals } from './peers/arrivals.ts'
import { type NamedPeers, NO_PEERS, type Peer } from './peers/peers.ts'
import { isLmtp } from './peers/tell.ts'
import { REPLIES, type RefusingReply } from './replies.ts'
import { createSession, type Session } from './session.ts'

export interface SmtpServerDeps {
  intake: Intake
  listen: readonly ListenAddress[]
  /** Where mail servers of the operator's hand mail on by LMTP. */
  lmtp?: { listen: readonly LmtpAddress[]; socketMode: number }
  /** Hosts of the operator's in front of this one. Absent: there are none. */
  peers?: NamedPeers
  /** The name in the greeting. */
  hostname: string
  tls: TlsMaterial
  limits: SmtpLimits
  clock: Clock
  log: Log
  mailLog: MailLog
  /** Counts sessions. Absent: nobody does. */
  meter?: SmtpMeter
}

export interface SmtpListener {
  /** Listens everywhere or nowhere: rejects with a sentence that names the address. */
  start(): Promise<void>
  /** Where it listens, with the ports it was given. */
  addresses(): ListenAddress[]
  lmtpAddresses(): LmtpAddress[]
  /** Sessions that are open now. */
  sessions(): number
  /** When the certificate in use expires. Undefined: it cannot be read. */
  certificateExpires(): Date | undefined
  /** Whether every listener is still open. */
  isListening(): boolean
  /** From the next STARTTLS on. Throws when key and certificate are not usable. */
  updateTls(tls: TlsMaterial): void
  /** Lets messages on their way in be finished within the time, and everybody else go at once. Says how many were cut off. */
  stop(graceMs: number): Promise<number>
}

/** How long what is left after the grace may take to close. */
const CLOSING_MS = 1000
const WATCH_MS = 1000

/** What counts as one client. */
const networkOf = (address: string) => clientNetwork(address) ?? address

export function createSmtpServer(deps: SmtpServerDeps): SmtpListener {
  const { limits, log, peers = NO_PEERS } = deps
  const sessions = new WeakMap<SMTPServerSession, Session>()
  const connections = new Set<MailConnection>()
  const slots = createSlots(limits)
  const memory = createMemoryShares(limits.sessionMemory, limits.maxMessage + LARGEST_BLOCK)
  const sessionOf = (session: SMTPServerSession) => {
    const own = sessions.get(session)
    if (!own) throw new Error('A session of smtp-server that is not ours')
    return own
  }
  const engine = createEngine({ ...deps, memory, peers }, 'SMTP', sessionOf)
  const lmtpEngine = deps.lmtp && createEngine({ ...deps, memory, peers }, 'LMTP', sessionOf)
  const turnAway = createRejection(deps.hostname)
  const brokenLog = createBrokenLog(log, deps.clock)
  const turns = createTurns(TURN_BOUNDS)
  let listeners: Server[] = []
  let lmtpListeners: Server[] = []
  let admitted = 0
  let watch: Timer | undefined
  let certificate = deps.tls.cert
  let emptied: () => void = () => {}

  function gone(connection: MailConnection): void {
    if (!connections.delete(connection)) return
    const { openedAt, tally } = connection.own
    const lasted = ticksOf(deps.clock) - openedAt
    slots.leave(connection.holder, restAfter(tally.costInVain(), lasted))
    if (connections.size === 0) emptied()
  }

  /** Ends an idle connection for a newcomer. Its slot is free at once, however long it takes to go. */
  function makeRoom(holder: string): boolean {
    const longIdle = ticksOf(deps.clock) - limits.longIdle
    const leaving = whoGivesWay(connections, holder, longIdle)
    if (!leaving) return false
    leaving.cut(REPLIES.makeRoom)
    gone(leaving)
    return true
  }

  function reject(socket: Socket, address: string, reply: RefusingReply, delay: number): void {
    const network = networkOf(address)
    const { code, text, reason } = reply
    const at = deps.clock.now()
    deps.mailLog.record({ at, outcome: reason, client: address, network, reply: { code, text } })
    turnAway(socket, network, reply, delay)
  }

  function admit(socket: Socket, peer: Peer): void {
    const { address } = peer
    // A relay brings the mail of many: each of its connections counts as a client by itself.
    const holder = peer.kind === 'relay' ? `relay ${admitted}` : networkOf(address)
    admitted += 1
    let admission = slots.enter(holder)
    if (admission === 'short' && makeRoom(holder)) admission = slots.enter(holder, true)
    if (admission === 'full_for_network') {
      reject(socket, address, REPLIES.tooManyFromAddress, limits.refusalDelay)
      return
    }
    if (admission === 'short') {
      reject(socket, address, REPLIES.tooManyConnections, limits.greetingDelay)
      return
    }
    deps.meter?.connected()
    const own = createSession(peer, limits, deps)
    const spoken = (isLmtp(own) && lmtpEngine) || engine
    const connection = new MailConnection(spoken, socket, own, holder, { ...deps, turns, gone })
    sessions.set(connection.session, own)
    connections.add(connection)
    connection.on('error', (cause: Error) => brokenLog.broke(own.network, cause.message))
    connection.init()
  }

  const arrivals = createArrivals({
    peers,
    mostWaiting: limits.maxConnections,
    headerWithin: limits.headerTimeout,
    refusalDelay: limits.refusalDelay,
    admit,
    reject,
    misled: brokenLog.broke,
  })

  return {
    async start() {
      const opened: Server[] = []
      const openedForLmtp: Server[] = []
      try {
        for (const address of deps.listen) opened.push(await listenOn(address, deps.listen, arrivals.smtp))
        for (const address of deps.lmtp?.listen ?? [])
          openedForLmtp.push(await listenForLmtp(address, deps.lmtp?.socketMode ?? 0, arrivals.lmtp))
      } catch (cause) {
        for (const server of [...opened, ...openedForLmtp]) server.close()
        throw cause
      }
      listeners = opened
      lmtpListeners = openedForLmtp
      const checkTimes = () => {
        for (const connection of connections) connection.checkTime()
        brokenLog.sumUp()
      }
      watch = setInterval(checkTimes, Math.min(WATCH_MS, limits.idleTimeout / 4, limits.dataTimeout / 4))
    },
    addresses: () => listeners.map(addressOf),
    lmtpAddresses: () => lmtpListeners.map(lmtpAddressOf),
    sessions: () => connections.size,
    certificateExpires: () => expiryOf(certificate),
    isListening: () => [...listeners, ...lmtpListeners].every(({ listening }) => listening),
    updateTls(tls) {
      demandUsable(tls)
      engine.updateSecureContext(tls)
      lmtpEngine?.updateSecureContext(tls)
      certificate = tls.cert
    },
    async stop(graceMs) {
      arrivals.stop()
      const closed = [...listeners, ...lmtpListeners].map(
        (server) => new Promise<void>((done) => server.close(() => done())),
      )
      for (const connection of connections) connection.dismiss(REPLIES.stopping)
      if (connections.size > 0) {
        const empty = new Promise<void>((done) => {
          emptied = done
        })
        await Promise.race([empty, Bun.sleep(graceMs)])
      }
      const cutOff = [...connections].filter(({ busy }) => busy).length
      for (const connection of connections) connection.cut(REPLIES.stopping)
      clearInterval(watch)
      brokenLog.sumUp('now')
      await Promise.race([Promise.all(closed), Bun.sleep(CLOSING_MS)])
      return cutOff
    },
  }
}

function expiryOf(certificate: TlsMaterial['cert']): Date | undefined {
  try {
    return new X509Certificate(certificate).validToDate
  } catch {
    return undefined
  }
}
