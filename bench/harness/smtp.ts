import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { greetedClient, type SmtpAddress } from '../../test/support/smtp-client.ts'

export const smtpSourceIsHere = Bun.which('smtp-source', { PATH: '/usr/sbin:/usr/bin' }) !== null

/** What several smtp-source do at once. */
export interface Burst {
  port: number
  /** Each address has an smtp-source of its own. */
  addresses: string[]
  /** Sessions and messages, shared among the addresses. */
  sessions: number
  messages: number
  /** Each smtp-source sends another one of these. */
  bodies: readonly Uint8Array[]
}

export interface BurstResult {
  perSecond: number
  /** Processor time of the clients as a share of one processor. */
  client: number
}

/** Sends messages as fast as they are taken, with Postfix's load client. */
export async function burst(load: Burst): Promise<BurstResult> {
  const began = performance.now()
  const { sources, clean } = startSources(load)
  const codes = await Promise.all(sources.map((source) => source.exited))
  const took = performance.now() - began
  clean()
  const failed = codes.findIndex((code) => code !== 0)
  if (failed >= 0)
    throw new Error(`smtp-source failed: ${await new Response(sources[failed]?.stderr).text()}`)
  const used = sources.reduce(
    (total, source) => total + Number(source.resourceUsage()?.cpuTime.total ?? 0),
    0,
  )
  return { perSecond: (load.messages / took) * 1000, client: used / 1000 / took }
}

/** Sends messages until it is told to stop. */
export function flood(load: Omit<Burst, 'messages'>): { stop(): Promise<void> } {
  const { sources, clean } = startSources({ ...load, messages: 1_000_000 })
  return {
    async stop() {
      for (const source of sources) source.kill()
      await Promise.all(sources.map((source) => source.exited))
      clean()
    },
  }
}

function startSources({ port, addresses, sessions, messages, bodies }: Burst) {
  const folder = mkdtempSync(join(tmpdir(), 'mailgauge-bench-mail-'))
  const each = (all: number) => `${Math.ceil(all / addresses.length)}`
  const sources = addresses.map((address, at) => {
    const file = join(folder, `${at}`)
    // smtp-source writes the line ends itself.
    const text = Buffer.from(bodies[at % bodies.length] ?? []).toString('latin1')
    writeFileSync(file, text.replaceAll('\r\n', '\n'), 'latin1')
    const size = ['-d', '-s', each(sessions), '-m', each(messages), '-F', file]
    const command = ['smtp-source', ...size, '-f', 'news@garden.example', '-t', address]
    return Bun.spawn([...command, `inet:127.0.0.1:${port}`], { stdout: 'ignore', stderr: 'pipe' })
  })
  return { sources, clean: () => rmSync(folder, { recursive: true }) }
}

/** One message on a session of its own that stays open for more. */
export async function mailSession(at: SmtpAddress) {
  const client = await greetedClient(at, 'mail.garden.example')
  return {
    /** Gives when 250 was read. */
    async send(address: string, data: Uint8Array, from = 'news@garden.example'): Promise<number> {
      const reply = await client.deliver({ from, to: [address], data })
      if (reply.code !== 250) throw new Error(reply.lines.join(' '))
      return performance.now()
    },
    end: () => client.reset(),
  }
}

/** Hands all messages over, each to the next address, on some sessions at once. */
export async function sendAll(
  at: SmtpAddress,
  addresses: readonly string[],
  messages: readonly Uint8Array[],
  sessions = 10,
): Promise<void> {
  let next = 0
  async function session(): Promise<void> {
    const mail = await mailSession(at)
    while (next < messages.length) {
      const number = next
      next += 1
      await mail.send(addresses[number % addresses.length] ?? '', messages[number] ?? new Uint8Array())
    }
    mail.end()
  }
  await Promise.all(Array.from({ length: Math.min(sessions, messages.length) }, session))
}
