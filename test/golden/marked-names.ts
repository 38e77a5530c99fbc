import type { ZoneLiteral } from '../../src/net/dns/zone.ts'
import type { Case } from './corpus-case.ts'

/** A label and a selector as they hold a token: nobody else has them. */
export const NAME_MARK = /zqx\d?mark|k7f3/i
const LABEL = 'zqx7mark-k7f3'
const SELECTOR = 'zqx8mark'

const HOST = '[a-z0-9-]+(?:\\.[a-z0-9-]+)+'

/**
 * A case whose names hold a token wherever a message can have one: hosts of links, images and unsubscribe addresses, domains of
 * From, Reply-To, Return-Path and List-Id, DKIM selectors and domains, Received, HELO, Message-ID, Feedback-ID, and local parts
 * as bounces have them. The DNS knows these names (`known`), or does not.
 */
export function withMarkedNames(given: Case, known: boolean): Case {
  const { helo, mailFrom, ...session } = given.envelope
  const signed = given.file.sign ?? [{ domain: 'example.org', selector: 's1', key: 'rsa2048' as const }]
  const bounces = mailFrom?.replace(/^[^@]*@/, (local) => `b+${LABEL}=${local.slice(0, -1)}@${LABEL}.`)
  return {
    ...given,
    unsigned: Buffer.from(markedMessage(given.unsigned.toString('latin1')), 'latin1'),
    zone: known ? { ...given.zone, ...markedZone(given.zone) } : given.zone,
    envelope: {
      ...session,
      ...(helo !== undefined && {
        helo: new RegExp(`^${HOST}$`, 'i').test(helo) ? `${LABEL}.${helo}` : helo,
      }),
      ...(mailFrom !== undefined && { mailFrom: bounces ?? '' }),
    },
    file: {
      ...given.file,
      sign: signed.map((one) => ({ ...one, domain: `${LABEL}.${one.domain}`, selector: SELECTOR })),
    },
  }
}

function markedMessage(message: string): string {
  const end = message.indexOf('\r\n\r\n')
  const named = (text: string) =>
    text
      .replace(new RegExp(`(https?://)(${HOST})`, 'gi'), `$1${LABEL}.$2`)
      .replace(new RegExp(`@(${HOST})`, 'gi'), `@${LABEL}.$1`)
  const header = named(message.slice(0, end))
    .replace(new RegExp(`((?:^Received: from|\\sby) |\\()(${HOST})`, 'gim'), `$1${LABEL}.$2`)
    .replace(new RegExp(`^(List-Id: .*<)(${HOST})`, 'gim'), `$1${LABEL}.$2`)
    .replace(/^(Feedback-ID: )/gim, `$1${LABEL}:`)
    .replace(/^(Message-ID: <)/gim, `$1${LABEL}.`)
  return header + named(message.slice(end))
}

/** Each name once more under the mark, below the labels that begin with an underscore. */
function markedZone(zone: ZoneLiteral): ZoneLiteral {
  const entries = Object.entries(zone).flatMap(([name, records]) => {
    const key = /^[^.]+\._domainkey\.(.+)$/.exec(name)?.[1]
    const under = name.replace(/^((?:_[a-z0-9-]+\.)*)/i, `$1${LABEL}.`)
    return [
      [under, records] as const,
      ...(key ? [[`${SELECTOR}._domainkey.${LABEL}.${key}`, records] as const] : []),
    ]
  })
  return Object.fromEntries(entries)
}
