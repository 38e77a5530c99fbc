import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { systemReason } from '../core/trouble/system-reason.ts'
import { classifyAddress } from '../net/ip.ts'
import type { ListenAddress } from './listen.ts'

export interface Submission {
  /** '' is the null sender. */
  from: string
  to: string
  /** The name given with EHLO. */
  helo: string
  /** With CRLF line ends. */
  raw: Uint8Array
  startTls: boolean
}

/** Delivers messages through an SMTP listener. */
export interface Submitter {
  /** Resolves with the server's reply to the message; rejects with a SubmitError. */
  submit(submission: Submission): Promise<string>
}

/** The message was not taken: what the server, or the network, said. */
export class SubmitError extends Error {
  override readonly name = 'SubmitError'
  /** The server's reply, when it gave one. */
  reply?: string
}

const TIMEOUT_MS = 15_000

/** A client for the SMTP server at this address. On loopback it believes any certificate. */
export function createSubmitter({ host, port }: ListenAddress): Submitter {
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`

  function failure(what: string, cause: Error & { response?: string | undefined }): SubmitError {
    const reason = cause.response ?? systemReason(cause)
    const error = new SubmitError(`${what} ${where}: ${reason}`, { cause })
    if (cause.response !== undefined) error.reply = cause.response
    return error
  }

  function connect({ helo, startTls }: Submission): Promise<SMTPConnection> {
    const connection = new SMTPConnection({
      host,
      port,
      name: helo,
      requireTLS: startTls,
      ignoreTLS: !startTls,
      tls: { rejectUnauthorized: !isLoopback(host) },
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    })
    return new Promise((resolve, reject) => {
      connection.on('error', (cause: Error) => reject(failure('No SMTP session with', cause)))
      connection.once('end', () =>
        reject(failure('No SMTP session with', new Error('it closed the connection'))),
      )
      connection.connect((cause) => {
        if (cause) reject(failure('No SMTP session with', cause))
        else resolve(connection)
      })
    })
  }

  return {
    async submit(submission) {
      const connection = await connect(submission)
      const { from, to, raw } = submission
      try {
        return await new Promise<string>((resolve, reject) => {
          const lost = (cause: Error) => reject(failure('The message was not taken by', cause))
          connection.on('error', lost)
          connection.once('end', () => lost(new Error('it closed the connection')))
          const use8BitMime = raw.some((byte) => byte > 0x7f)
          connection.send(
            { from, to: [to], size: raw.length, use8BitMime },
            Buffer.from(raw),
            (cause, info) => {
              if (cause) lost(cause)
              else resolve(info?.response ?? '')
            },
          )
        })
      } finally {
        connection.quit()
      }
    },
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || classifyAddress(host) === 'loopback'
}
