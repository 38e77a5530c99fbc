import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mailbox } from '../core/mailbox.ts'
import type { OutgoingMail } from '../services/outgoing/relay.ts'

export interface Stamp {
  from: Mailbox
  now: Date
  /** What makes the Message-ID unique: 128 random bits, in hex. */
  id: string
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** The message as it is sent: header fields, a text part and an HTML part. */
export async function composeMessage(mail: OutgoingMail, { from, now, id }: Stamp): Promise<Buffer> {
  const { to, subject, text, html } = mail
  const composer = new MailComposer({
    from: writtenAs(from),
    to: writtenAs(to),
    subject: oneLine(subject),
    date: now,
    messageId: `<${id}@${domainOf(from.address)}>`,
    // RFC 3834 5: nobody's vacation notice answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    text,
    html,
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return Buffer.from(await composer.compile().build())
}

const writtenAs = ({ name, address }: Mailbox) => ({ name: oneLine(name ?? ''), address })

/** Whoever made the text, it adds no header field, and a reader sees it as it is: no encoded word of its own (RFC 2047). */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').replaceAll('=?', '= ?')
