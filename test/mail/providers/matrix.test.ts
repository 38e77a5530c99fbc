import { describe, expect, test } from 'bun:test'
import { REQUIREMENT_STATES, type RequirementState } from '../../../src/core/message-view.ts'
import { MESSAGE_KINDS } from '../../../src/core/report.ts'
import { judgeProviders, PROVIDERS } from '../../../src/mail/providers/matrix.ts'
import { type Observations, observe } from '../../../src/mail/providers/observe.ts'
import { sight } from './sight-scene.ts'

const SEEN = await observe(sight(), [])
const BULK = { kind: 'marketing', bulk: true } as const

/** Everything in one state. */
function all(state: RequirementState): Observations {
  const entries = Object.keys(SEEN).map((name) => [name, { state, because: 'seen' }])
  return Object.fromEntries(entries)
}

const every = PROVIDERS.flatMap(({ id, requirements }) =>
  requirements.map((one) => [`${id} ${one.key}`, one] as const),
)

describe('each requirement', () => {
  test.each(REQUIREMENT_STATES)('says what was seen: %s', (state) => {
    const judged = judgeProviders(all(state), BULK).flatMap(({ requirements }) => requirements)
    expect(judged.length).toBe(every.length)
    for (const [at, one] of judged.entries()) {
      const judgedBy = every[at]?.[1].judged
      expect([one.key, one.state]).toEqual([one.key, typeof judgedBy === 'string' ? state : 'cannot be seen'])
    }
  })

  test('what only telemetry shows is never met, whatever was seen and whoever sends', () => {
    for (const kind of MESSAGE_KINDS) {
      for (const bulk of [true, false]) {
        const judged = judgeProviders(all('met'), { kind, bulk }).flatMap(({ requirements }) => requirements)
        const telemetry = judged.filter(({ about }) => about === undefined)
        expect(telemetry.length).toBe(21)
        expect(
          telemetry.filter(({ state }) => state !== 'cannot be seen' && state !== 'not applicable'),
        ).toEqual([])
      }
    }
  })

  test('has a key of its own, a dated page and a code where one is published', () => {
    for (const { requirements } of PROVIDERS) {
      const keys = requirements.map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      for (const { key, reference, code } of requirements) {
        expect(key).toMatch(/^[a-z][a-z0-9_]+$/)
        expect(reference).toMatch(/https:\/\/\S+$/)
        if (code)
          expect(code).toMatch(/^(?:[45]\d\d (?:[45]\.\d+\.\d+|c=\w+|\(\w+\)|SPF policy)|OFR_\d\d[\dx])/)
      }
    }
  })
})

/** key: whom it is asked of, on what page, with what code. Change one with the page that says so. */
describe('as published', () => {
  const shown = (id: string) =>
    PROVIDERS.find((one) => one.id === id)?.requirements.map(
      ({ key, of, kinds, recommended, secondary, code }) =>
        [
          recommended ? `(${key})` : key,
          ...(secondary ? ['secondary'] : []),
          of,
          ...(kinds ? ['subscribed'] : []),
          ...(code ? [code] : []),
        ].join(' | '),
    )

  test('Gmail', () => {
    expect(shown('gmail')).toEqual([
      'spf_or_dkim | everybody | 421 4.7.26, 550 5.7.26',
      'forward_and_reverse_dns | everybody | 451 4.7.23, 550 5.7.25',
      'tls | everybody | 421 4.7.29, 550 5.7.29',
      'message_format | everybody | 554 5.6.0, 550 5.7.1',
      'message_id | everybody | 550 5.7.1',
      'single_fields | everybody | 550 5.7.1',
      'dkim_key | everybody',
      'no_gmail_from | everybody | 550 5.7.26',
      'spam_rate | everybody | 421 4.7.28, 550 5.7.28',
      'header_limits | everybody | 552 5.3.4',
      'spf | bulk senders | 421 4.7.27, 550 5.7.27',
      'dkim | bulk senders | 421 4.7.30, 550 5.7.30',
      'dmarc_record | bulk senders | 421 4.7.40, 550 5.7.40',
      'alignment | bulk senders | 421 4.7.32, 421 5.7.32',
      'one_click_unsubscribe | bulk senders | subscribed',
      'visible_unsubscribe | bulk senders | subscribed',
      'unsubscribe_in_time | bulk senders | subscribed',
      '(one_from_address) | everybody | 550 5.7.1',
      '(honest_subject) | everybody',
      '(display_name) | everybody',
      '(no_hidden_content) | everybody',
      '(clear_links) | everybody',
      '(domain_names) | everybody',
      '(valid_html) | everybody',
      '(arc) | everybody',
      '(list_id) | everybody',
      '(not_on_blocklists) | everybody',
    ])
  })

  test('Yahoo', () => {
    expect(shown('yahoo')).toEqual([
      'spf_or_dkim | everybody | 554 5.7.9',
      'spam_rate | everybody | 421 4.7.0 [TSS04]',
      'forward_and_reverse_dns | everybody',
      'smtp_rules | everybody',
      'message_format | everybody',
      'spf_and_dkim | bulk senders | 554 5.7.9',
      'dmarc_record | bulk senders | 554 5.7.9',
      'dmarc_passes | bulk senders | 554 5.7.9',
      '(dmarc_reports) | bulk senders',
      'unsubscribe_header | bulk senders | subscribed',
      '(one_click_post) | bulk senders | subscribed',
      'visible_unsubscribe | bulk senders | subscribed',
      'unsubscribe_in_time | bulk senders | subscribed',
      '(dkim_key) | everybody',
      '(meaningful_reverse_dns) | everybody',
      '(arc) | everybody',
    ])
  })

  test('Outlook.com', () => {
    expect(shown('outlook')).toEqual([
      'spf | bulk senders | 550 5.7.515',
      'dkim | bulk senders | 550 5.7.515',
      'dmarc_record | bulk senders | 550 5.7.515',
      'dmarc_passes | bulk senders | 550 5.7.515',
      '(replies) | bulk senders',
      '(visible_unsubscribe) | bulk senders | subscribed',
      '(honest_subject) | bulk senders',
      '(list_hygiene) | bulk senders',
      'reverse_dns | everybody',
      'no_dynamic_address | everybody',
      'smtp_rules | everybody',
      'message_format | everybody',
      'connections | everybody',
    ])
  })

  test('Apple', () => {
    expect(shown('apple')).toEqual([
      'opt_in | bulk mail',
      'visible_unsubscribe | bulk mail | subscribed',
      'arc | bulk mail',
      'smtp_rules | bulk mail',
      'message_format | bulk mail',
      'reverse_dns | bulk mail',
      'consistent_addresses | bulk mail',
      'consistent_from | bulk mail',
      'spf_and_dkim | bulk mail',
      'dmarc_record | bulk mail',
      'bounces | bulk mail',
    ])
  })

  test('laposte.net', () => {
    expect(shown('laposte')).toEqual([
      'reverse_dns | everybody',
      'spf_authorised | everybody',
      'spf_valid | everybody',
      '(dkim) | everybody',
      'dmarc_policy | everybody',
      'any_authentication | everybody',
    ])
  })

  test('GMX, WEB.DE, mail.com', () => {
    expect(shown('gmx')).toEqual([
      'dkim_aligned | everybody',
      '(spf) | everybody',
      'spf_not_failed | secondary | everybody | 550 SPF policy',
      '(dmarc_record) | everybody',
      'dmarc_enforced | everybody | 554 c=r2001',
      'no_dynamic_address | everybody',
      'reverse_dns | everybody | 554 c=rdns',
      'chosen_reverse_dns | everybody',
      '(own_reverse_dns) | everybody',
      'not_on_blocklists | everybody | 554 c=r0201',
      'helo_name | everybody',
      'smtp_rules | everybody',
      'message_format | everybody',
      'single_fields | everybody',
      'sender_domain | everybody',
      'consent | bulk mail',
      'standards | bulk mail',
      'imprint | bulk mail',
      'one_click_unsubscribe | bulk mail | subscribed',
    ])
  })

  test('Orange', () => {
    expect(shown('orange')).toEqual([
      'spf | secondary | everybody | OFR_519',
      'dkim | secondary | everybody | OFR_535',
      'dmarc_passes | secondary | everybody | OFR_515',
      '(arc) | secondary | everybody',
      'reverse_dns | everybody | OFR_107',
      'no_dynamic_address | everybody',
      'helo_name | everybody | OFR_20x',
      'helo_resolves | secondary | everybody | OFR_20x',
      '(tls) | everybody',
      '(not_on_blocklists) | everybody',
      'sender_domain | everybody | OFR_405',
      'smtp_rules | everybody',
      'message_format | everybody',
      'size | secondary | everybody',
      'connections | secondary | everybody | OFR_104, OFR_109',
      'signal_spam | secondary | bulk mail',
      'website | secondary | bulk mail',
      'complaint_rate | secondary | bulk mail',
    ])
  })

  test('T-Online, of which nothing but others tells', () => {
    expect(shown('tonline')).toEqual([
      'known_address | secondary | everybody | 554 (NOWL)',
      'reverse_dns | secondary | everybody',
      'website | secondary | everybody | 554 (NOWL)',
      'no_dynamic_address | secondary | everybody | 554 (DIAL)',
      'dkim_strict | secondary | everybody | 559 5.1.9',
      'spf | secondary | bulk mail',
      'own_reverse_dns | secondary | bulk mail',
      'double_opt_in | secondary | bulk mail',
      'dedicated_address | secondary | bulk mail',
    ])
  })

  test('what only a secondary source says is told as such wherever it is shown', () => {
    const judged = judgeProviders(all('not met'), BULK).find(({ id }) => id === 'orange')
    const asks = (key: string) => judged?.requirements.find((one) => one.key === key)?.asks
    expect(asks('dkim')).toBe('DKIM (secondary source)')
    expect(asks('arc')).toBe('ARC on forwarded mail (recommended, secondary source)')
    expect(asks('helo_name')).toBe('A HELO name that is a full host name')
  })
})

describe('whom it is asked of', () => {
  function stateOf(
    key: string,
    id: string,
    seen: Observations,
    circumstances: Parameters<typeof judgeProviders>[1],
  ) {
    const found = judgeProviders(seen, circumstances).find((one) => one.id === id)
    return found?.requirements.find((one) => one.key === key)
  }

  test('bulk senders are told, others what would be', () => {
    const seen = all('not met')
    expect(stateOf('dmarc_record', 'gmail', seen, BULK)?.state).toBe('not met')
    const small = stateOf('dmarc_record', 'gmail', seen, { kind: 'marketing', bulk: false })
    expect(small?.state).toBe('not applicable')
    expect(small?.because).toBe('asked of bulk senders; it would not be met: seen')
    const fine = stateOf('dmarc_record', 'gmail', all('met'), { kind: 'marketing', bulk: false })
    expect(fine?.because).toBe('asked of bulk senders; it would be met')
  })

  test.each([
    ['transactional', 'not applicable'],
    ['personal', 'not applicable'],
    ['list', 'not met'],
    ['marketing', 'not met'],
  ] as const)('a unsubscribe link is asked of what people subscribe to: %s', (kind, state) => {
    expect(stateOf('one_click_unsubscribe', 'gmail', all('not met'), { kind, bulk: true })?.state).toBe(state)
  })

  test.each([
    ['transactional', false, 'not applicable'],
    ['transactional', true, 'not met'],
    ['marketing', false, 'not met'],
    ['list', false, 'not met'],
  ] as const)('Apple asks of bulk mail: %s, bulk sender %p', (kind, bulk, state) => {
    expect(stateOf('spf_and_dkim', 'apple', all('not met'), { kind, bulk })?.state).toBe(state)
  })

  test('a mailto address counts at Yahoo and not at Gmail', async () => {
    const seen = await observe(sight({ fields: { 'List-Unsubscribe': '<mailto:u@example.org>' } }), [])
    expect(stateOf('one_click_unsubscribe', 'gmail', seen, BULK)).toMatchObject({
      state: 'not met',
      because: 'only a mailto address, which does not count',
    })
    expect(stateOf('unsubscribe_header', 'yahoo', seen, BULK)).toMatchObject({
      state: 'met',
      because: 'by mailto, which is accepted here',
    })
    expect(stateOf('one_click_post', 'yahoo', seen, BULK)?.state).toBe('not met')
  })
})
