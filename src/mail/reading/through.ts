import type { Envelope, Through } from '../../core/message.ts'

type Ways = Pick<Envelope, 'through'>

/** The host of the operator's that a message came through, as a sentence names it. */
export function hostThrough({ kind, peer }: Through): string {
  const host = kind === 'proxy' ? 'the load balancer' : 'the mail server'
  return peer === undefined ? `${host} on this machine` : `${host} at ${peer}`
}

/** Why the sender's address or HELO name is not known, to complete "… is". */
export function notKnown({ through }: Ways): string {
  if (through?.kind !== 'relay') return 'not known from a file'
  const host = hostThrough(through)
  if (through.local) return `not known: the message was made on ${host}, which handed it on`
  if (through.told === undefined)
    return `not known: ${host} handed the message on and did not name its client (in Postfix: smtp_send_xforward_command = yes)`
  return `not known: ${host} handed the message on and did not know it`
}

/** Why the sender's own session is not known, to complete "… is". */
export function sessionNotKnown({ through }: Ways): string {
  if (through?.kind !== 'relay') return 'not known from a file'
  return `not known: the message came through ${hostThrough(through)}, which had the sender’s session`
}
