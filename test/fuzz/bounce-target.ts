import { type ExplainedBounce, isExplained } from '../../src/core/bounce.ts'
import { explainBounce } from '../../src/mail/bounces/explain.ts'
import { toldFailures } from '../../src/services/bounces/told.ts'
import { EXIM_BOUNCE, forwarding, POSTFIX_BOUNCE } from '../support/bounces.ts'
import { bytesOf, hold, type Target } from './target.ts'

const QMAIL =
  "From: MAILER-DAEMON@mail.shop.example\r\nSubject: failure notice\r\n\r\nHi. This is the qmail-send program at mail.shop.example.\r\nI'm afraid I wasn't able to deliver your message to the following addresses.\r\n\r\n<bob@example.net>:\r\n192.0.2.1 does not like recipient.\r\nRemote host said: 550 5.1.1 unknown user\r\nGiving up on 192.0.2.1.\r\n"
const REPLY =
  '550-5.7.26 Your email has been blocked because the sender is unauthenticated.\r\n550 5.7.26 x - gsmtp'
const LOG =
  'Nov 20 12:00:00 mx postfix/smtp[1]: 3F: to=<bob@example.net>, relay=mx.example.net[192.0.2.1]:25, delay=1, dsn=5.7.1, status=bounced (host mx.example.net[192.0.2.1] said: 554 5.7.1 blocked using zen.spamhaus.org (in reply to RCPT TO command))'

const lines = (size: number, line: (i: number) => string) =>
  Array.from({ length: Math.ceil(size / line(1_000).length) }, (_, i) => line(i)).join('')

function read(text: string): void {
  const bounce = explainBounce(bytesOf(text))
  holdBounce(bounce)
  isExplained(bounce)
  const told = toldFailures(bounce)
  hold(told.reduce((sum, { count }) => sum + count, 0) === bounce.failures.length, 'every failure is told')
}

const MOST = 5_000

function holdBounce({ failures, reportedBy = '', original = {}, more = 0 }: ExplainedBounce): void {
  hold(failures.length > 0 && failures.length <= 100, 'failures are bounded')
  hold(Number.isInteger(more) && more >= 0, 'what is left out is counted')
  for (const text of [reportedBy, ...Object.values(original)]) hold(text.length < MOST, 'texts are bounded')
  for (const { recipient = '', remote = '', reply, meaning, advice, rule } of failures) {
    for (const text of [recipient, remote, reply.text]) hold(text.length < MOST, 'texts are bounded')
    hold(meaning !== '' && meaning.length < 1_000, 'something is said')
    hold(advice.length < 20, 'advice is bounded')
    hold(rule === undefined || (rule.title !== '' && rule.source !== ''), 'a rule has a title and a source')
    hold(reply.code === undefined || (reply.code >= 200 && reply.code < 600), 'a code is one')
  }
}

/** What comes back of mail, in every form. */
export const BOUNCE_TARGET: Target = {
  name: 'bounces',
  seeds: [POSTFIX_BOUNCE, EXIM_BOUNCE, QMAIL, REPLY, LOG, forwarding(POSTFIX_BOUNCE)],
  pieces: [
    'Final-Recipient: rfc822; bob@example.net\r\n',
    'Original-Recipient: rfc822;bob@example.net\r\n',
    'Action: failed\r\n',
    'Action: delayed\r\n',
    'Status: 5.1.1\r\n',
    'Diagnostic-Code: smtp; 550 5.1.1 x\r\n',
    'Diagnostic-Code: smtp; ',
    'Reporting-MTA: dns; a\r\n',
    'Remote-MTA: dns; a\r\n',
    'Content-Type: message/delivery-status\r\n\r\n',
    'Content-Type: message/rfc822\r\n\r\n',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=B1\r\n\r\n',
    'X-Failed-Recipients: a@b, c@d\r\n',
    '--B1\r\n',
    '<bob@example.net>: ',
    '<bob@example.net>:\r\n',
    '550 5.1.1 ',
    '550-',
    '550-5.7.1 ',
    ' 5.7.1',
    'host mx.example.net[192.0.2.1] said: ',
    'Remote host said: ',
    'SMTP error from remote mail server after RCPT TO:<a@b>: ',
    '(in reply to RCPT TO command)',
    'status=bounced (',
    'to=<',
    '>, ',
    'blocked using ',
    'https://',
    '@',
    '<',
    '>',
    '(',
    ')',
    ' ',
    '\t',
    '\r\n',
    '\r\n\r\n',
    '\r\n    ',
    '5',
    '.',
    '-',
    'a',
    '=\r\n',
    '=3D',
  ],
  around: [
    ['', ''],
    ['550 ', ''],
    ['550 5.7.1 ', '\r\n'],
    [`${POSTFIX_BOUNCE.slice(0, POSTFIX_BOUNCE.indexOf('Final-Recipient'))}`, '\r\n--B1--\r\n'],
    ['From: MAILER-DAEMON@a.example\r\nSubject: failure notice\r\n\r\n', ''],
  ],
  shapes: {
    'recipients of a report': (size) =>
      POSTFIX_BOUNCE.replace(
        /Final-Recipient[\s\S]+?gsmtp\r\n/,
        lines(
          size,
          (i) => `Final-Recipient: rfc822; b${i}@gmail.com\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n`,
        ),
      ),
    'recipients in words': (size) =>
      `From: MAILER-DAEMON@a.example\r\nSubject: failure notice\r\n\r\n${lines(size, (i) => `<b${i}@example.net>:\r\nRemote host said: 550 5.1.1 unknown ${i}\r\n\r\n`)}`,
    'lines of an answer': (size) => lines(size, (i) => `550-5.7.1 line ${i}\r\n`),
    'lines of a log': (size) => lines(size, (i) => `${LOG.replace('bob@', `b${i}@`)}\n`),
    'bounces in bounces': (size) =>
      lines(
        size,
        (i) =>
          `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\nContent-Type: message/rfc822\r\n\r\n`,
      ),
  },
  run: read,
}
