import { SCOPES } from '../../core/access/api-key.ts'
import { CHECK_STATUSES } from '../../core/check.ts'
import { MAIL_TEST_STATUSES } from '../../core/mail-test.ts'
import { MAX_SCORE, MESSAGE_KINDS } from '../../core/report.ts'
import { DMARC_SCHEMAS } from './dmarc/schemas.ts'
import type { Schema } from './document.ts'
import { flag, list, object, oneOf, openSet, ref, text, time } from './fields.ts'

const token = text('Names the test. Not a credential for tests made with a key.', {
  pattern: '^[a-z2-7]{26}$',
})
const address = text('Where to send the message. Case does not matter, and +anything may be added.', {
  format: 'email',
})
const status = oneOf(
  'pending until a message has arrived and was analysed; then scored, or failed when it could not be analysed.',
  MAIL_TEST_STATUSES,
)
const score: Schema = {
  type: 'number',
  minimum: 0,
  maximum: MAX_SCORE,
  description: 'Counts down from max_score, with one decimal. Absent unless the status is scored.',
}
const createdAt = time('When the address was allocated.')
const arrival = time('When the message arrived. Absent while the status is pending.')
const from = text('Display name and address of the sender; the envelope sender when the message names none.')
const date = text('The Date field as it was written; empty when the message has none.')

/** Every body of the API by the name that references use. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Test: object('A test address.', {
    token,
    address,
    source: { type: 'string', const: 'api', description: 'Who made the test: always api here.' },
    expires_at: time('From then on the test answers 404 and the address takes no mail.'),
    created_at: createdAt,
  }),
  TestListItem: object('A test in a list. The address is in its report.', {
    token,
    source: oneOf('Who made the test.', ['api', 'dashboard', 'monitor']),
    status,
    'score?': score,
    created_at: createdAt,
    'received_at?': arrival,
  }),
  TestList: object('One page of tests.', { tests: list('Newest first.', ref('TestListItem')) }),
  Report: object('The judgement of one received message.', {
    token,
    address,
    status,
    'score?': score,
    max_score: {
      type: 'number',
      minimum: MAX_SCORE,
      maximum: MAX_SCORE,
      description: 'What the score counts down from.',
    },
    gated: flag('True when the plan withholds the full report: the score stays, checks is empty.'),
    created_at: createdAt,
    'received_at?': arrival,
    'message_id?': text(
      'The message the report is about; give it as m to come back to this one. Absent while the status is pending.',
      { pattern: '^msg_[a-z2-7]{26}$' },
    ),
    checks: list('One entry for each analyzer; empty unless the status is scored.', ref('Check')),
  }),
  OwnerWord: object('What is said of the mail of a test.', {
    'kind?': oneOf(
      'The kind of all its messages; inferred takes back what was said, and each is taken for what it looks like.',
      [...MESSAGE_KINDS, 'inferred'],
    ),
    'bulk?': flag('Whether 5,000 messages a day or more are sent to one provider.'),
  }),
  Check: object('What one analyzer found.', {
    name: openSet('The analyzer. The set grows.', ['dkim', 'blocklist', 'content']),
    status: oneOf(
      'passed: nothing to fix. failed: it costs points. neutral: there was nothing to judge. error: it could not be determined.',
      CHECK_STATUSES,
    ),
    score: { type: 'number', maximum: 0, description: '0, or what it takes away from the score.' },
    detail: {
      type: 'object',
      description:
        'What was seen. summary says it in a sentence; where there is something to do, advice says what and reference names the source; refinement is what could be improved further, though few receivers notice it. why says in a plain line why the check matters, who says who can change it. Where records or header fields fix it, fix holds them, one on a line, and gain the points they win, or unknown; of records that were tried, records_before and records_after hold all of the names and types that they change, one on a line, as name, type and record. Keys vary by check, and new ones are added.',
      additionalProperties: { type: 'string' },
    },
  }),
  Message: {
    description: 'The message a test received, as far as it may be shown.',
    oneOf: [ref('ShownMessage'), ref('WithheldMessage')],
  },
  ShownMessage: object('A message whose content is shown.', {
    from,
    date,
    subject: text('The subject; empty when the message has none.'),
    content: text('The text part, or the HTML as text.'),
    withheld: { type: 'boolean', const: false, description: 'The content is not withheld.' },
  }),
  WithheldMessage: object(
    'A message that looks like a verification code, a sign-in link or a password reset: its subject and content are not shown.',
    {
      from,
      date,
      withheld: { type: 'boolean', const: true, description: 'The content is withheld.' },
      withheld_reason: text('Why, in a sentence.'),
    },
  ),
  Whoami: object('What a key stands for.', {
    account_id: text('The account the key acts for.'),
    scopes: list('What the key may do.', oneOf('A scope.', SCOPES)),
  }),
  Domain: object('A domain of the account. A subdomain is an entry of its own, with an id of its own.', {
    id: text('What the DMARC addresses take as {id}.'),
    domain: text('The name.'),
    verified: flag('Whether the account has shown that the domain is its own.'),
  }),
  DomainList: object('The domains of the account.', { domains: list('All of them.', ref('Domain')) }),
  ...DMARC_SCHEMAS,
  Error: object('Why a request was not done. Programs go by the status: the text is for people.', {
    error: text('One or two sentences.'),
  }),
}
