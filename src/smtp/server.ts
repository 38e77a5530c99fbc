import type { Server, Socket } from 'node:net'
import type { SMTPServerSession } from 'smtp-server'
import { clientNetwork, normaliseAddress } from '../net/ip.ts'
import type { Clock } from '../net/ports.ts'
import type { Intake } from '../services/intake/intake.ts'
import type { Log, MailLog } from '../services/ports.ts'
import { MailConnection } from './connection.ts'
import { createEngine, demandUsable, type TlsMaterial } from './engine.ts'
import { createBrokenLog } from './fair/broken.ts'
import { whoGivesWay } from './fair/eviction.ts'
import { createRejection } from './fair/rejection.ts'
import { restAfter } from './fair/rest.ts'
import { createSlots } from './fair/slots.ts'
import { createTurns, TURN_BOUNDS } from './fair/turns.ts'
import type { SmtpLimits } from './limits.ts'
import { addressOf, type ListenAddress, listenOn } from './listen.ts'
import { REPLIES, type RefusingReply } from './replies.ts'
import { createSession, type Session } from './session.ts'

export interface SmtpServerDeps {
  intake: Intake
  listen: readonly ListenAddress[]
  /** The name in the greeting. */
  hostname: string
  tls: TlsMaterial
  limits: SmtpLimits
  clock: Clock
  log: Log
  mailLog: MailLog
}

export interface SmtpListener {
  /** Listens everywhere or nowhere: rejects with a sentence that names the address. */
  start(): Promise<void>
  /** Where it listens, with the ports it was given. */
  addresses(): ListenAddress[]
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

export function createSmtpServer(deps: SmtpServerDeps): SmtpListener {
  const { limits, log } = deps
  const sessions = new WeakMap<SMTPServerSession, Session>()
  const connections = new Set<MailConnection>()
  const slots = createSlots(limits)
  const engine = createEngine(deps, (session) => {
    const own = sessions.get(session)
    if (!own) throw new Error('A session of smtp-server that is not ours')
    return own
  })
  const turnAway = createRejection(deps.hostname)
  const brokenLog = createBrokenLog(log, deps.clock)
  const turns = createTurns(TURN_BOUNDS)
  let listeners: Server[] = []
  let watch: Timer | undefined
  let emptied: () => void = () => {}

  function gone(connection: MailConnection): void {
    if (!connections.delete(connection)) return
    const { network, connectedAt, tally } = connection.own
    const lasted = deps.clock.now().getTime() - connectedAt.getTime()
    slots.leave(network, restAfter(tally.costInVain(), lasted))
    if (connections.size === 0) emptied()
  }

  /** Ends an idle connection for a newcomer. Its slot is free at once, however long it takes to go. */
  function makeRoom(network: string): boolean {
    const longIdle = deps.clock.now().getTime() - limits.longIdle
    const leaving = whoGivesWay(connections, network, longIdle)
    if (!leaving) return false
    leaving.cut(REPLIES.makeRoom)
    gone(leaving)
    return true
  }

  function connect(socket: Socket): void {
    const address = normaliseAddress(socket.remoteAddress ?? '')
    if (address === undefined) {
      socket.destroy()
      return
    }
    const network = clientNetwork(address) ?? address
    let admission = slots.enter(network)
    if (admission === 'short' && makeRoom(network)) admission = slots.enter(network, true)
    const reject = (reply: RefusingReply, delay: number) => {
      const { code, text, reason } = reply
      const at = deps.clock.now()
      deps.mailLog.record({ at, outcome: reason, client: address, network, reply: { code, text } })
      turnAway(socket, network, reply, delay)
    }
    if (admission === 'full_for_network') {
      reject(REPLIES.tooManyFromAddress, limits.refusalDelay)
      return
    }
    if (admission === 'short') {
      reject(REPLIES.tooManyConnections, limits.greetingDelay)
      return
    }
    const own = createSession(address, network, limits, deps)
    const connection = new MailConnection(engine, socket, own, { ...deps, turns, gone })
    sessions.set(connection.session, own)
    connections.add(connection)
    connection.on('error', (cause: Error) => brokenLog.broke(network, cause.message))
    connection.init()
  }

  return {
    async start() {
      const opened: Server[] = []
      try {
        for (const address of deps.listen) opened.push(await listenOn(address, deps.listen, connect))
      } catch (cause) {
        for (const server of opened) server.close()
        throw cause
      }
      listeners = opened
      const checkTimes = () => {
        for (const connection of connections) connection.checkTime()
        brokenLog.sumUp()
      }
      watch = setInterval(checkTimes, Math.min(WATCH_MS, limits.idleTimeout / 4, limits.dataTimeout / 4))
    },
    addresses: () => listeners.map(addressOf),
    isListening: () => listeners.every(({ listening }) => listening),
    updateTls(tls) {
      demandUsable(tls)
      engine.updateSecureContext(tls)
    },
    async stop(graceMs) {
      const closed = listeners.map((server) => new Promise<void>((done) => server.close(() => done())))
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
