/** The words that only the owner may read, each in its place of the messages below. */
export const MARKS = {
  subject: 'marksubject',
  body: 'markbody',
  path: 'markpath',
  query: 'markquery',
  header: 'markheader',
  code: '482913',
} as const

const head = (subject: string) =>
  [
    'From: "Ann of Sender" <ann@sender.example>',
    'To: test@test.example',
    `Subject: ${subject}`,
    'Date: Fri, 20 Nov 2026 12:00:00 +0000',
    'Message-ID: <1@sender.example>',
    `X-Campaign: ${MARKS.header}`,
    'MIME-Version: 1.0',
  ].join('\r\n')

const link = `https://sender.example/${MARKS.path}?t=${MARKS.query}`

export const MAIL = {
  plain: `${head(`Minutes of ${MARKS.subject}`)}
Content-Type: text/plain; charset=utf-8

Dear Bob, here are the minutes of our meeting about ${MARKS.body}, see ${link} for the slides.
We met on Tuesday, talked about the budget of the garden, and agreed to plant more trees in spring. Ann
`,
  html: `${head(`Minutes of ${MARKS.subject}`)}
Content-Type: text/html; charset=utf-8

<html><head><title>t</title></head><body><p>Dear <b>Bob</b>,</p><p>the minutes about ${MARKS.body} are done.</p>
<p>We met on Tuesday and agreed to plant more trees. <a href="${link}">Slides</a></p></body></html>
`,
  code: `${head(`Your verification code ${MARKS.subject}`)}
Content-Type: text/plain; charset=utf-8

Your verification code is ${MARKS.code}. ${MARKS.body}
Enter this code to sign in: ${link}
It expires in 10 minutes. Do not share this code with anyone. If you did not request it, ignore this message.
`,
  broken: '\r\nThere is no header here, only words.\r\n',
} as const satisfies Record<string, string>

export type MailName = keyof typeof MAIL

export const bytesOf = (mail: MailName | Uint8Array): Uint8Array =>
  typeof mail === 'string' ? new TextEncoder().encode(MAIL[mail].replace(/\r?\n/g, '\r\n')) : mail
