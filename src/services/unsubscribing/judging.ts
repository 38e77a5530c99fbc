import type { OneClickOutcome } from '../../core/unsubscribing/one-click.ts'

/** What is known of a message beside the answer. */
export interface Offered {
  host: string
  /** Whether a valid DKIM signature covers both fields. */
  signed: 'yes' | 'no' | 'not known'
  /** What RFC 8058 asks for otherwise, as sentences. */
  faults: readonly string[]
}

/** What a provider would make of a one-click request. accepted: it takes the recipient as unsubscribed. refused: it does not.
 * open: no answer came, which says nothing of the next try. */
export interface JudgedOneClick {
  verdict: 'accepted' | 'refused' | 'open'
  says: string
  /** What to do, in the order of doing it. */
  advice: string[]
  reference: string
  /** Everything that RFC 8058 asks of message and answer was seen. */
  conforming: boolean
  /** In a word or a few: It works. */
  headline: string
}

/** Judges the answer to a one-click request by RFC 8058, and by what providers say of it. */
export function judgeOneClick(outcome: OneClickOutcome, offered: Offered): JudgedOneClick {
  const judged =
    outcome.kind === 'answer' ? ofAnswer(outcome, offered.host) : ofFailure(outcome, offered.host)
  const conforming =
    judged.verdict === 'accepted' &&
    offered.signed === 'yes' &&
    offered.faults.length === 0 &&
    !(outcome.kind === 'answer' && outcome.form)
  return {
    ...judged,
    headline: headlineOf(judged, conforming),
    advice: [...aboutMessage(offered), ...judged.advice],
    conforming,
  }
}

const HEADLINES = { refused: 'It does not work', open: 'Not known' } as const

function headlineOf({ verdict }: Judged, conforming: boolean): string {
  if (verdict !== 'accepted') return HEADLINES[verdict]
  return conforming ? 'It works, as RFC 8058 asks' : 'The request was accepted'
}

type Judged = Omit<JudgedOneClick, 'conforming' | 'headline'>

const RFC = 'RFC 8058 section 3.1'

/** 312 milliseconds, 2.5 seconds. */
const duration = (milliseconds: number) =>
  milliseconds < 1_000 ? `${milliseconds} milliseconds` : `${(milliseconds / 1_000).toFixed(1)} seconds`

function ofAnswer(
  { status, form, tookMs }: Extract<OneClickOutcome, { kind: 'answer' }>,
  host: string,
): Judged {
  const answered = `${host} answered ${status} after ${duration(tookMs)}`
  if (status >= 200 && status < 300) {
    return {
      verdict: 'accepted',
      says: `${answered}. A provider that sends this request takes the recipient as unsubscribed.`,
      advice: [
        ...(form
          ? [
              'The answer is a page with a form. Nobody sees it: make sure that this one request has unsubscribed the recipient, without a further click.',
            ]
          : []),
        'An answer does not show that the recipient was taken off the list: look it up where the list is kept.',
      ],
      reference: RFC,
    }
  }
  const { means, todo } = meaningOf(status)
  return { verdict: 'refused', says: `${answered}: ${means}`, advice: [todo], reference: RFC }
}

interface Meaning {
  means: string
  todo: string
}

const RULES: readonly [is: (status: number) => boolean, meaning: Meaning][] = [
  [
    (status) => status >= 300 && status < 400,
    {
      means:
        'a redirect, which RFC 8058 forbids. A provider that does not follow it has not unsubscribed the recipient.',
      todo: 'Unsubscribe at the address that List-Unsubscribe names, and answer the POST itself with 200 or 202.',
    },
  ],
  [
    (status) => status === 405 || status === 501,
    {
      means: 'the address takes no POST, and one-click is a POST.',
      todo: 'Let the address take a POST with the body List-Unsubscribe=One-Click, and unsubscribe on it. A GET may go on to show a page.',
    },
  ],
  [
    (status) => status === 401 || status === 403 || status === 407,
    {
      means:
        'the request was turned away. It carries no cookie and no sign-in, and a provider sends none either.',
      todo: 'Let the POST through without a sign-in, a cookie, a CSRF token or a test for robots; the address itself has to say which recipient and list it is for.',
    },
  ],
  [
    (status) => status === 404 || status === 410,
    {
      means: 'there is nothing at the address, or no longer.',
      todo: 'Keep the address of every message that was sent working, and answer 200 also where the recipient has left already.',
    },
  ],
  [
    (status) => status === 429,
    {
      means: 'too many requests came.',
      todo: 'Do not limit one-click requests so tightly: providers send those of all their readers from few addresses.',
    },
  ],
  [
    (status) => status === 408 || status === 425 || status >= 500,
    {
      means: 'the server failed. It may pass by itself; the recipient is not known to be unsubscribed.',
      todo: 'Look into the log of the web server for this request, and try again.',
    },
  ],
  [
    (status) => status >= 400,
    {
      means: 'the request was not understood.',
      todo: 'Take the body List-Unsubscribe=One-Click as application/x-www-form-urlencoded and as multipart/form-data, and ask for nothing else.',
    },
  ],
]

const ODD: Meaning = {
  means: 'no status that tells of success.',
  todo: 'Answer the POST with 200 or 202.',
}

const meaningOf = (status: number): Meaning => RULES.find(([is]) => is(status))?.[1] ?? ODD

function ofFailure({ reason, says }: Extract<OneClickOutcome, { kind: 'failure' }>, host: string): Judged {
  if (reason === 'tls') {
    return {
      verdict: 'refused',
      says: `${says} One-click is for https alone, and a client that checks certificates sends nothing.`,
      advice: [
        `Give ${host} a certificate for this name that public authorities vouch for, with its whole chain.`,
      ],
      reference: RFC,
    }
  }
  if (reason === 'bad-address') {
    return {
      verdict: 'open',
      says: `${says} Nothing was sent.`,
      advice: ['Name an https address on port 443, without a user in it.'],
      reference: RFC,
    }
  }
  if (reason === 'no-address') {
    return {
      verdict: 'open',
      says: `${says} Nothing was sent.`,
      advice: [
        `Publish an A or AAAA record for ${host}, or correct the name in List-Unsubscribe where it is misspelt.`,
      ],
      reference: RFC,
    }
  }
  if (reason === 'not-public') {
    return {
      verdict: 'open',
      says: `${says} Nothing was sent.`,
      advice: [
        'If a stranger on the Internet cannot reach this address, no provider can. If they can, try it from another machine.',
      ],
      reference: RFC,
    }
  }
  return {
    verdict: 'open',
    says: `${says} Without an answer it is not known whether the recipient is unsubscribed.`,
    advice: [
      'Try again. If no answer comes then either, see whether the web server can be reached from outside.',
    ],
    reference: RFC,
  }
}

function aboutMessage({ signed, faults }: Offered): string[] {
  const coverage =
    signed === 'yes'
      ? []
      : signed === 'no'
        ? [
            'No valid DKIM signature covers List-Unsubscribe and List-Unsubscribe-Post, so a provider that goes by RFC 8058 does not offer one-click for this message, whatever the address answers.',
          ]
        : [
            'Whether a valid DKIM signature covers both fields is not known; without one a provider that goes by RFC 8058 does not offer one-click.',
          ]
  return [...coverage, ...faults]
}
