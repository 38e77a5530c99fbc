import type { Server, Socket } from 'node:net'
import type { SMTPServerSession } from 'smtp-server'
import { clientNetwork, normaliseAddress } from '../net/ip.ts'
import type { Clock } from '../net/ports.ts'
import type { Intake } from '../services/intake.ts'
import type { Log } from '../services/ports.ts'
import { MailConnection } from './connection.ts'
import { createEngine, demandUsable, type TlsMaterial } from './engine.ts'
import { whoGivesWay } from './fair/eviction.ts'
import { createTurns, TURN_BOUNDS } from './fair/turns.ts'
import { createConnectionCount, type SmtpLimits } from './limits.ts'
import { addressOf, createFarewell, type ListenAddress, listenOn } from './listen.ts'
import { REPLIES } from './replies.ts'
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
}

export interface MailDoor {
  /** Listens everywhere or nowhere: rejects with a sentence that names the address. */
  start(): Promise<void>
  /** Where it listens, with the ports it was given. */
  addresses(): ListenAddress[]
  /** From the next STARTTLS on. Throws when key and certificate are not usable. */
  updateTls(tls: TlsMaterial): void
  /** Lets messages on their way in be finished within the time, and everybody else go at once. */
  stop(graceMs: number): Promise<void>
}

/** How long what is left after the grace may take to close. */
const CLOSING_MS = 1000
const WATCH_MS = 1000

export function createSmtpServer(deps: SmtpServerDeps): MailDoor {
  const { limits, log } = deps
  const sessions = new WeakMap<SMTPServerSession, Session>()
  const connections = new Set<MailConnection>()
  const count = createConnectionCount(limits)
  const engine = createEngine(deps, (session) => {
    const own = sessions.get(session)
    if (!own) throw new Error('A session of smtp-server that is not ours')
    return own
  })
  const turnAway = createFarewell(deps.hostname)
  const turns = createTurns(TURN_BOUNDS)
  let listeners: Server[] = []
  let watch: Timer | undefined
  let emptied: () => void = () => {}

  function gone(connection: MailConnection): void {
    if (!connections.delete(connection)) return
    count.leave(connection.own.clientAddress)
    if (connections.size === 0) emptied()
  }

  /** Ends an idle connection for a newcomer. Its slot is free at once, however long it takes to go. */
  function makeRoom(address: string): boolean {
    const longIdle = deps.clock.now().getTime() - limits.longIdle
    const leaving = whoGivesWay(connections, clientNetwork(address) ?? address, longIdle)
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
    let admission = count.enter(address)
    if (admission === 'full' && makeRoom(address)) admission = count.enter(address)
    if (admission !== 'admitted') {
      turnAway(socket, admission === 'full' ? REPLIES.tooManyConnections : REPLIES.tooManyFromAddress)
      return
    }
    const own = createSession(address, limits, deps.clock)
    const connection = new MailConnection(engine, socket, own, { ...deps, turns, gone })
    sessions.set(connection.session, own)
    connections.add(connection)
    connection.on('error', (cause: Error) => {
      log.info({ client: address, reason: cause.message }, 'An SMTP connection broke')
    })
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
      }
      watch = setInterval(checkTimes, Math.min(WATCH_MS, limits.idleTimeout / 4, limits.dataTimeout / 4))
    },
    addresses: () => listeners.map(addressOf),
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
      for (const connection of connections) connection.cut(REPLIES.stopping)
      clearInterval(watch)
      await Promise.race([Promise.all(closed), Bun.sleep(CLOSING_MS)])
    },
  }
}
