import { connectSmtp, dotStuffed, type SmtpAddress, type SmtpClient, type SmtpReply } from '../smtp-client.ts'

/** More than a host takes that gives the database up. */
const ANSWER_MS = 40_000

/** What became of a message. `unknown`: all of it was sent, and the answer did not come. `refused`: `isWhole` where that was the answer to
 * all of it. */
export type Sent =
  | { kind: 'taken'; id: string }
  | { kind: 'full' }
  | { kind: 'refused'; reply: SmtpReply; isWhole: boolean }
  | { kind: 'unreached' }
  | { kind: 'unknown' }

export interface Sender {
  send(to: string, data: string): Promise<Sent>
  /** Ends the connection: the next message opens another one. */
  drop(): void
}

/** Somebody who sends mail as a real client does: a connection that works is kept, and one that does not answer is given up. */
export function createSender(at: () => SmtpAddress): Sender {
  let client: SmtpClient | undefined

  function drop(): void {
    client?.reset()
    client = undefined
  }

  async function greeted(): Promise<SmtpClient> {
    if (client) return client
    client = await inTime(connectSmtp(at()))
    const greeting = await inTime(client.reply())
    if (greeting.code !== 220) throw new Error(`the greeting is ${greeting.code}`)
    await inTime(client.command('EHLO mail.example.org'))
    return client
  }

  /** Until everything but the message was said. Undefined: it may be sent. */
  async function before(open: SmtpClient, to: string): Promise<SmtpReply | undefined> {
    for (const [line, wanted] of [
      ['MAIL FROM:<a@example.org>', 250],
      [`RCPT TO:<${to}>`, 250],
      ['DATA', 354],
    ] as const) {
      const reply = await inTime(open.command(line))
      if (reply.code !== wanted) return reply
    }
    return undefined
  }

  function refusedBy(reply: SmtpReply, isWhole: boolean): Sent {
    drop()
    return reply.code === 452 && reply.status === '4.2.2'
      ? { kind: 'full' }
      : { kind: 'refused', reply, isWhole }
  }

  return {
    async send(to, data) {
      let isWhole = false
      try {
        const open = await greeted()
        const refusal = await before(open, to)
        if (refusal) return refusedBy(refusal, false)
        isWhole = true
        open.send(dotStuffed(data))
        const reply = await inTime(open.reply())
        if (reply.code !== 250) return refusedBy(reply, true)
        const id = /Received as (\S+)/.exec(reply.lines.at(-1) ?? '')?.[1]
        if (id === undefined) throw new Error(`taken without an id: ${reply.lines.at(-1)}`)
        return { kind: 'taken', id }
      } catch {
        drop()
        return { kind: isWhole ? 'unknown' : 'unreached' }
      }
    },
    drop,
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ANSWER_MS)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A small message that carries its number. */
export const numbered = (number: string) =>
  `From: a@example.org\r\nTo: b@example.org\r\nSubject: ${number}\r\nMessage-ID: <${number}@example.org>\r\n\r\nMessage ${number}\r\n`
