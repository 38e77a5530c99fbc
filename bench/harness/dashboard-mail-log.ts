import { MAIL_REFUSALS } from '../../src/core/mail-log.ts'
import type { MailTest } from '../../src/core/mail-test.ts'
import { MAIL_LOG_BOUNDS as LOG_BOUNDS } from '../../src/services/mail-log/recording.ts'
import type { NewMailLogLine } from '../../src/store/mail-log.ts'
import type { Store } from '../../src/store/store.ts'

const CHUNK = 200

/** As full as each share may be: lines of these tests, and of nobody. */
export async function fillMailLog({ mailLog }: Store, tests: readonly MailTest[]): Promise<void> {
  const lines = LOG_BOUNDS.account + LOG_BOUNDS.nobody
  for (let done = 0; done < lines; done += CHUNK) {
    const chunk = Array.from({ length: Math.min(CHUNK, lines - done) }, (_, at) => lineOf(done + at, tests))
    await mailLog.add(chunk, [], LOG_BOUNDS)
  }
}

/** Each of a client of its own: equal ones would become one line. */
function lineOf(number: number, tests: readonly MailTest[]): NewMailLogLine {
  const isOwn = number < LOG_BOUNDS.account
  const localPart = isOwn ? tests[number % tests.length]?.localPart : undefined
  const outcome =
    number % 3 === 0 && isOwn ? 'accepted' : (MAIL_REFUSALS[number % MAIL_REFUSALS.length] ?? 'accepted')
  const client = `192.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  const at = new Date(Date.now() - number * 50_000)
  return {
    firstAt: at,
    lastAt: at,
    count: 1 + (number % 7),
    outcome,
    client,
    network: `${client}/32`,
    helo: 'mail.garden.example',
    tls: 'TLSv1.3',
    mailFrom: `bounce-${number}@garden.example`,
    rcptTo: `${localPart ?? `nobody-${number}`}@test.example`,
    size: 10_240,
    ...(outcome !== 'accepted' && {
      reply: { code: 550, text: '5.1.1 No such test address, or it has expired' },
    }),
    ...(localPart !== undefined && { localPart }),
  }
}
