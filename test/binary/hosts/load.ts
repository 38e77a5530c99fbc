import type { Running } from '../../support/binary.ts'
import { greetedClient } from '../../support/smtp-client.ts'

/** Between two mails of one stream, and two questions over HTTP. */
const PAUSE_MS = 150
const STREAMS = 2
/** A session takes no endless number of mails. */
const OF_A_SESSION = 20

/** What was sent to hosts and what they said, over all of them. */
export interface Load {
  /** The numbers of mails that were answered 250. */
  accepted: string[]
  /** Whatever was refused by a host that was not ending: there is no reason for it. */
  refused: string[]
  /** Mail and questions for a host from now on. */
  on(name: string, host: Running): HostLoad
  end(): Promise<void>
}

export interface HostLoad {
  /** Mails that it accepted, and questions that it answered. */
  readonly mails: number
  readonly answers: number
  /** From now on it may refuse, as it ends. */
  leave(): void
  /** Ends it. */
  end(): Promise<void>
}

/** A message that carries its number, so that it can be told from every other. */
const numbered = (number: string) =>
  `From: a@example.org\r\nTo: b@example.org\r\nSubject: ${number}\r\nMessage-ID: <${number}@example.org>\r\n\r\nNumber ${number}.\r\n`

/** Mail to tests of an account, and questions by a key of it. */
export function startLoad(secret: string): Load {
  const headers = { authorization: `Bearer ${secret}` }
  const accepted: string[] = []
  const refused: string[] = []
  const tests: { token: string; address: string }[] = []
  const running = new Set<HostLoad>()
  let made = 0

  function on(name: string, { http, smtp }: Running): HostLoad {
    made += 1
    const which = `${name}-${made}`
    let [mails, answers, sent] = [0, 0, 0]
    let [isLeaving, isOver] = [false, false]
    const refuse = (what: string) => {
      if (!isLeaving) refused.push(`${which}: ${what}`)
    }
    const some = () => tests[Math.floor(Math.random() * tests.length)]

    async function ask(): Promise<void> {
      const posted = await fetch(`http://${http}/v1/tests`, { method: 'POST', headers })
      if (posted.status === 201) tests.push((await posted.json()) as { token: string; address: string })
      else refuse(`POST ${posted.status} ${await posted.text()}`)
      const token = some()?.token
      if (token === undefined) return
      const got = await fetch(`http://${http}/v1/tests/${token}`, { headers })
      if (got.status === 200) answers += 1
      else refuse(`GET ${got.status}`)
      await got.text()
    }

    async function deliver(stream: number): Promise<void> {
      const client = await greetedClient(smtp)
      try {
        for (let at = 0; at < OF_A_SESSION && !isOver; at++) {
          const to = some()
          if (to) {
            sent += 1
            const number = `${which}-${stream}-${sent}`
            const { code, lines } = await client.deliver({ to: [to.address], data: numbered(number) })
            if (code === 250) {
              accepted.push(number)
              mails += 1
            } else refuse(lines.join(' '))
          }
          await Bun.sleep(PAUSE_MS)
        }
      } finally {
        client.reset()
      }
    }

    async function again(work: () => Promise<void>): Promise<void> {
      while (!isOver) {
        await work().catch((cause) => refuse(String(cause)))
        await Bun.sleep(PAUSE_MS)
      }
    }
    const all = [again(ask), ...Array.from({ length: STREAMS }, (_, at) => again(() => deliver(at)))]
    const load: HostLoad = {
      get mails() {
        return mails
      },
      get answers() {
        return answers
      },
      leave: () => {
        isLeaving = true
      },
      async end() {
        isLeaving = true
        isOver = true
        await Promise.all(all)
        running.delete(load)
      },
    }
    running.add(load)
    return load
  }

  return {
    accepted,
    refused,
    on,
    async end() {
      await Promise.all([...running].map((one) => one.end()))
    },
  }
}
