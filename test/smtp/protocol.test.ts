import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connectSmtp, greetedClient } from '../support/smtp-client.ts'
import { type Door, openDoor } from './door.ts'

let door: Door
let to: string

beforeAll(async () => {
  door = await openDoor({ limits: { maxMessage: 100_000, maxRecipients: 3 } })
  to = (await door.allocate()).address
})
afterAll(() => door.close())

const upper = (text: string) => text.toUpperCase()
const fill = (line: string) =>
  line
    .replaceAll('{to}', to)
    .replaceAll('{local}', to.split('@')[0] ?? '')
    .replaceAll('{TO}', upper(to))

/**
 * What a client says after EHLO and how each line is answered: code, and enhanced code where there is one.
 * {to}, {TO} and {local} stand for the address of a test and its local part, ` | ` for a line end.
 */
const DIALOGUES = `
# a message
MAIL FROM:<a@b.example> => 250 2.1.0
RCPT TO:<{to}> => 250 2.1.5
DATA => 354
x | . => 250 2.6.0

# the null sender
MAIL FROM:<> => 250 2.1.0
RCPT TO:<{to}> => 250 2.1.5

# verbs and addresses in any case
mail from:<a@b.example> => 250 2.1.0
rcpt TO:<{TO}> => 250 2.1.5

# a suffix
MAIL FROM:<a@b.example> => 250 2.1.0
RCPT TO:<{local}+news+x@IN.example.com> => 250 2.1.5

# a quoted local part is the same address
MAIL FROM:<a@b.example> => 250 2.1.0
RCPT TO:<"{local}"@in.example.com> => 250 2.1.5

# a source route is ignored
MAIL FROM:<@x.example,@y.example:a@b.example> => 250 2.1.0
RCPT TO:<@x.example:{to}> => 250 2.1.5

# a space after the colon
MAIL FROM: <a@b.example> => 250 2.1.0
RCPT TO: <{to}> => 250 2.1.5

# postmaster and abuse
MAIL FROM:<> => 250 2.1.0
RCPT TO:<Postmaster@in.example.com> => 250 2.1.5
RCPT TO:<abuse@in.example.com> => 250 2.1.5

# the bare postmaster
MAIL FROM:<> => 250 2.1.0
RCPT TO:<POSTMASTER> => 250 2.1.5

# an unknown address
MAIL FROM:<> => 250 2.1.0
RCPT TO:<nobodyhere22@in.example.com> => 550 5.1.1

# a prototype is no address
MAIL FROM:<> => 250 2.1.0
RCPT TO:<__proto__@in.example.com> => 550 5.1.1
RCPT TO:<constructor@in.example.com> => 550 5.1.1

# no relay
MAIL FROM:<> => 250 2.1.0
RCPT TO:<{local}@elsewhere.example> => 550 5.7.1
RCPT TO:<{local}%elsewhere.example@in.example.com> => 550 5.1.1
RCPT TO:<{local}@[127.0.0.1]> => 550 5.7.1

# no valid recipient
MAIL FROM:<> => 250 2.1.0
RCPT TO:<x@elsewhere.example> => 550 5.7.1
DATA => 554 5.5.1
RCPT TO:<{to}> => 250 2.1.5
DATA => 354
. => 250 2.6.0

# an own recipient among refused ones
MAIL FROM:<> => 250 2.1.0
RCPT TO:<x@elsewhere.example> => 550 5.7.1
RCPT TO:<{to}> => 250 2.1.5
DATA => 354
. => 250 2.6.0

# RCPT before MAIL
RCPT TO:<{to}> => 503 5.5.1

# DATA before MAIL
DATA => 503 5.5.1

# MAIL within a transaction
MAIL FROM:<> => 250 2.1.0
MAIL FROM:<> => 503 5.5.1
RCPT TO:<{to}> => 250 2.1.5

# RSET ends a transaction
MAIL FROM:<> => 250 2.1.0
RSET => 250 2.0.0
RCPT TO:<{to}> => 503 5.5.1

# EHLO ends a transaction
MAIL FROM:<> => 250 2.1.0
EHLO again.example => 250
RCPT TO:<{to}> => 503 5.5.1

# too many recipients
MAIL FROM:<> => 250 2.1.0
RCPT TO:<{local}+1@in.example.com> => 250 2.1.5
RCPT TO:<{local}+2@in.example.com> => 250 2.1.5
RCPT TO:<{local}+3@in.example.com> => 250 2.1.5
RCPT TO:<{local}+4@in.example.com> => 452 4.5.3
DATA => 354
. => 250 2.6.0

# a declared size over the limit
MAIL FROM:<> SIZE=100001 => 552 5.3.4
MAIL FROM:<> SIZE=100000 => 250 2.1.0

# a size that is no number
MAIL FROM:<> SIZE=1e9 => 501 5.5.4
MAIL FROM:<> SIZE= => 501 5.5.4
MAIL FROM:<> SIZE=-1 => 501 5.5.4

# a parameter twice
MAIL FROM:<> SIZE=1 size=2 => 501 5.5.4

# 8BITMIME
MAIL FROM:<> body=8bitmime => 250 2.1.0

# BINARYMIME is not announced
MAIL FROM:<> BODY=BINARYMIME => 501 5.5.4

# parameters of extensions that are not announced
MAIL FROM:<> RET=HDRS => 555 5.5.4
MAIL FROM:<> AUTH=<> => 555 5.5.4
MAIL FROM:<> REQUIRETLS => 530 5.7.0
MAIL FROM:<> => 250 2.1.0
RCPT TO:<{to}> NOTIFY=NEVER => 555 5.5.4

# SMTPUTF8
MAIL FROM:<j\xc3\xbcrgen@b\xc3\xbccher.example> SMTPUTF8 => 250 2.1.0
RCPT TO:<{to}> => 250 2.1.5

# an address that is not ASCII without SMTPUTF8
MAIL FROM:<j\xc3\xbcrgen@b.example> => 553 5.6.7
MAIL FROM:<> => 250 2.1.0
RCPT TO:<j\xc3\xbcrgen@in.example.com> => 553 5.6.7

# an address that is not UTF-8
MAIL FROM:<j\xfcrgen@b.example> SMTPUTF8 => 501 5.1.7

# senders that real mail has
MAIL FROM:<bounce+a=b.example@list.example> => 250 2.1.0
RSET => 250 2.0.0
MAIL FROM:<a..b.@docomo.example> => 250 2.1.0
RSET => 250 2.0.0
MAIL FROM:<"a b@c"@b.example> => 250 2.1.0
RSET => 250 2.0.0
MAIL FROM:<a@[IPv6:2001:db8::1]> => 250 2.1.0

# malformed senders
MAIL FROM:a@b.example => 501 5.1.7
MAIL FROM:<a@b.example => 501 5.1.7
MAIL FROM:<a@b@c.example> => 501 5.1.7
MAIL FROM:<a> => 501 5.1.7
MAIL FROM:<a@> => 501 5.1.7
MAIL FROM:<a@b..example> => 501 5.1.7
MAIL FROM => 501 5.1.7

# malformed recipients
MAIL FROM:<> => 250 2.1.0
RCPT TO:<> => 501 5.1.3
RCPT TO:{to} => 501 5.1.3
RCPT TO:<{to}>x => 501 5.1.3

# VRFY tells nothing
VRFY {to} => 252 2.5.2
VRFY nobody@in.example.com => 252 2.5.2
VRFY => 501 5.5.4
EXPN list => 502 5.5.1

# commands that are not offered
AUTH PLAIN AGEAYg== => 502 5.5.1
ETRN x => 502 5.5.1
BDAT 10 => 502 5.5.1
XCLIENT ADDR=1.2.3.4 => 500 5.5.1
WIZ x => 500 5.5.1
FROB => 500 5.5.1
 => 500 5.5.1

# NOOP, HELP, QUIT
NOOP anything => 250 2.0.0
HELP => 214 2.0.0
QUIT => 221 2.0.0

# STARTTLS takes no parameter
STARTTLS now => 501 5.5.4
`

type Step = [line: string, expected: string]

function parseDialogues(text: string): [string, Step[]][] {
  return text
    .trim()
    .split('\n\n')
    .map((paragraph) => {
      const [name = '', ...lines] = paragraph.split('\n')
      const steps = lines.map((line): Step => {
        const arrow = line.lastIndexOf('=> ')
        return [line.slice(0, arrow).trimEnd().replaceAll(' | ', '\r\n'), line.slice(arrow + 3)]
      })
      return [name.slice(2), steps]
    })
}

describe('the protocol', () => {
  test.each(parseDialogues(DIALOGUES))('%s', async (_name, steps) => {
    const client = await greetedClient(door.at)
    for (const [line, expected] of steps) {
      const { code, status } = await client.command(fill(line))
      expect([line, `${code} ${status}`.trim()]).toEqual([line, expected])
    }
    client.reset()
  })

  test('the greeting, and what is announced', async () => {
    const client = await connectSmtp(door.at)
    expect((await client.reply()).lines).toEqual(['220 mx.in.example.com ESMTP'])
    const { lines } = await client.command('EHLO mail.example.org')
    expect(lines.map((line) => line.slice(4))).toEqual([
      'mx.in.example.com greets you, [127.0.0.1]',
      'PIPELINING',
      '8BITMIME',
      'SMTPUTF8',
      'ENHANCEDSTATUSCODES',
      'STARTTLS',
      'SIZE 100000',
    ])
    expect((await client.command('HELO mail.example.org')).lines).toHaveLength(1)
    client.reset()
  })

  test.each(['EHLO', 'HELO', 'EHLO two names'])('"%s" is malformed', async (line) => {
    const client = await connectSmtp(door.at)
    await client.reply()
    expect((await client.command(line)).code).toBe(501)
    expect((await client.command('MAIL FROM:<>')).code).toBe(503)
    client.reset()
  })

  test('an expired test takes no mail', async () => {
    const { address } = await door.allocate({ expiresAt: new Date(0) })
    const client = await greetedClient(door.at)
    await client.command('MAIL FROM:<>')
    expect(await client.command(`RCPT TO:<${address}>`)).toMatchObject({ code: 550, status: '5.1.1' })
    client.reset()
  })

  test('a command line that is too long ends the session', async () => {
    const client = await greetedClient(door.at)
    client.send('X'.repeat(1_000_000))
    expect(await client.reply()).toMatchObject({ code: 500, status: '5.5.2' })
    await client.closed
  })

  test('a bare LF ends a command', async () => {
    const client = await greetedClient(door.at)
    client.send(`MAIL FROM:<>\nRCPT TO:<${to}>\nRSET\r\n`)
    expect((await client.reply()).code).toBe(250)
    expect((await client.reply()).code).toBe(250)
    expect((await client.reply()).code).toBe(250)
    client.reset()
  })

  test('a browser is sent away', async () => {
    const client = await connectSmtp(door.at)
    await client.reply()
    client.send('POST / HTTP/1.1\r\nHost: x\r\n\r\nMAIL FROM:<>\r\n')
    expect((await client.reply()).code).toBe(421)
    await client.closed
    expect(client.unread()).toBe('')
  })
})
