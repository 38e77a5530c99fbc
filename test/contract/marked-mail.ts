/** Random numbers from a seed (mulberry32), so that a failure can be played again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What a message's own words hold wherever it has words of its own. */
export const MARK = 'qzmarkqz'
/** The code that makes it a message to withhold. */
export const CODE = '482913'

/** Fields whose values hold the mark, right and wrong in every way an analyzer may want to speak of. */
const FIELDS = [
  `Subject: Your verification code ${MARK}`,
  `Subject: =?utf-8?q?${MARK}?= =?x-${MARK}?b?!!!?=`,
  `From: "${MARK}" <${MARK}@second.example>`,
  `Reply-To: ${MARK} <${MARK}@reply.example>, "${MARK}`,
  `To: "${MARK}" <${MARK}@to.example>, ${MARK}: ;`,
  `Sender: ${MARK} <${MARK}@sender.example>`,
  `Cc: ${MARK}, <${MARK}@>, ${MARK}@[127.0.0.1]`,
  `Date: ${MARK}`,
  `Date: Fri, 20 Nov 2026 12:00:00 +0000 (${MARK})`,
  `Message-ID: ${MARK}`,
  `Message-ID: <${MARK}@id.example>`,
  `In-Reply-To: <${MARK}@id.example>`,
  `X-${MARK}: value`,
  `X-Long: ${MARK.repeat(150)}`,
  `${MARK} is no field`,
  `List-Unsubscribe: <https://list.example/${MARK}?u=${MARK}>, <mailto:${MARK}@list.example?subject=${MARK}>`,
  `List-Unsubscribe: ${MARK}`,
  `List-Unsubscribe-Post: ${MARK}`,
  `List-Id: ${MARK} <${MARK}>`,
  `Precedence: ${MARK}`,
  `Feedback-ID: ${MARK}:${MARK}`,
  `Received: from ${MARK} (${MARK}) by ${MARK} with ${MARK}; ${MARK}`,
  `DKIM-Signature: v=${MARK}; a=${MARK}; c=${MARK}; d=sender.example; s=k1; h=${MARK}; bh=${MARK}; b=${MARK}; z=${MARK}`,
  `DKIM-Signature: v=1; a=rsa-sha256; d=sender.example; s=k1; i=${MARK}@sender.example; h=from:subject:${MARK}; bh=AAAA; b=${MARK}; t=${MARK}`,
  `ARC-Seal: i=${MARK}; cv=${MARK}; d=sender.example; s=k1; b=${MARK}`,
  `ARC-Authentication-Results: i=1; ${MARK}; spf=${MARK}`,
  `Authentication-Results: ${MARK}; dkim=${MARK}`,
  `Return-Path: <${MARK}@sender.example>`,
  `Content-Transfer-Encoding: ${MARK}`,
  `Content-Description: ${MARK}`,
  `Content-Language: ${MARK}`,
  `MIME-Version: ${MARK}`,
]

const link = `https://links.example/${MARK}/p?${MARK}=${MARK}#${MARK}`
const HTML = `<html lang="${MARK}"><head><title>${MARK}</title><style>.${MARK}{}</style><base href="https://links.example/${MARK}/"></head>
<body class="${MARK}" onload="${MARK}()"><p>Your verification code is ${CODE}. Enter this code to sign in; it expires in 10 minutes. ${MARK}</p><a href="${link}">${MARK}</a>
<a href="http://${MARK}:${MARK}@links.example/">https://other.example/${MARK}</a><a href="javascript:${MARK}">x</a>
<img src="https://img.example/${MARK}.png" alt="${MARK}"><form action="https://form.example/${MARK}"><input value="${MARK}"></form>
<iframe src="https://frame.example/${MARK}"></iframe><div style="display:none">${MARK}</div><!-- ${MARK} --></body></html>`
const PLAIN = `Your verification code is ${CODE}. Enter this code to sign in; it expires in 10 minutes. ${MARK}. Sign in: ${link}\n{{${MARK}}} *|${MARK}|* 100% FREE ${MARK}!!!\nmailto:${MARK}@links.example\n`

const BODIES = [
  `Content-Type: text/plain; charset=utf-8\n\n${PLAIN}`,
  `Content-Type: text/plain; charset=${MARK}; format=${MARK}\n\n${PLAIN}`,
  `Content-Type: text/html; charset=utf-8\n\n${HTML}`,
  `Content-Type: ${MARK}/${MARK}; ${MARK}="${MARK}"\n\n${PLAIN}`,
  `Content-Type: multipart/alternative; boundary="${MARK}"\n\n--${MARK}\nContent-Type: text/plain\n\n${PLAIN}\n--${MARK}\nContent-Type: text/html\n\n${HTML}\n--${MARK}--\n`,
  `Content-Type: multipart/mixed; boundary="${MARK}"\n\n--${MARK}\nContent-Type: text/plain\n\n${PLAIN}\n--${MARK}\nContent-Type: application/x-${MARK}; name="${MARK}.exe"\nContent-Disposition: attachment; filename="${MARK}.exe"\nContent-Transfer-Encoding: base64\n\n!!!${MARK}\n`,
  `Content-Type: multipart/${MARK}; boundary=${MARK}\n\n${MARK}\n`,
  `Content-Transfer-Encoding: quoted-printable\nContent-Type: text/html\n\n=ZZ${MARK}=\n${HTML}`,
]

/** A message with marks in some of its fields and all of its body; its From has a plain address of its own. */
export function markedMessage(next: () => number): Uint8Array {
  const some = FIELDS.filter(() => next() < 0.3).toSorted(() => next() - 0.5)
  const from = next() < 0.9 ? ['From: Ann <ann@sender.example>'] : []
  const body = BODIES[Math.floor(next() * BODIES.length)] ?? ''
  const text = [...from, ...some, body].join('\n')
  return new TextEncoder().encode(text.replace(/\r?\n/g, '\r\n'))
}
