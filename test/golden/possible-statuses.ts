import type { CheckStatus } from '../../src/core/check.ts'

const ALL: readonly CheckStatus[] = ['passed', 'failed', 'neutral', 'error']

/** Some of what these providers ask is seen in every message. */
const ASKS_OF_ALL: readonly CheckStatus[] = ['passed', 'failed', 'error']

/** What checks can come to that do not only pass or fail; cases show each of their statuses. */
const POSSIBLE: Readonly<Record<string, readonly CheckStatus[]>> = {
  spf: ALL,
  dkim: ['passed', 'failed', 'error'],
  dmarc: ALL,
  arc: ALL,
  bimi: ALL,
  'reverse-dns': ALL,
  helo: ALL,
  tls: ['passed', 'failed', 'neutral'],
  mx: ALL,
  blocklist: ALL,
  'domain-blocklist': ALL,
  'domain-age': ['passed', 'neutral', 'error'],
  'transport-policy': ALL,
  'delivery-path': ['passed', 'neutral'],
  'smtp-conduct': ['passed', 'failed', 'neutral'],
  'sender-identity': ALL,
  attachments: ['passed', 'failed', 'neutral'],
  'link-blocklist': ALL,
  content: ['passed', 'failed', 'neutral'],
  html: ['passed', 'failed', 'neutral'],
  images: ['passed', 'failed', 'neutral'],
  links: ALL,
  placeholders: ['passed', 'failed', 'neutral'],
  'list-unsubscribe': ALL,
  'client-support': ['passed', 'neutral'],
  accessibility: ['passed', 'neutral'],
  spamassassin: ALL,
  rspamd: ['passed', 'failed', 'error'],
  'provider-gmail': ASKS_OF_ALL,
  'provider-yahoo': ASKS_OF_ALL,
  'provider-outlook': ASKS_OF_ALL,
  'provider-apple': ALL,
  'provider-laposte': ASKS_OF_ALL,
  'provider-gmx': ASKS_OF_ALL,
  'provider-orange': ASKS_OF_ALL,
  'provider-tonline': ALL,
}

/** What a check can come to. */
export function possibleStatuses(name: string): readonly CheckStatus[] {
  return POSSIBLE[name] ?? ['passed', 'failed']
}
