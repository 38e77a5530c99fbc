import type { ProbeFailure } from '../../net/probe-ports.ts'

/** What a connection that brought nothing met, to follow "Nothing was had: ". */
export const FAILURE_WORDS: Readonly<Record<ProbeFailure, string>> = {
  refused: 'nothing listens there',
  unreachable: 'there is no route to it',
  timeout: 'there was no answer in time',
  closed: 'the connection was closed without an answer',
  tls: 'no TLS session could be begun',
  other: 'what answers there speaks another protocol',
}

const DNS_WORDS: Readonly<Record<string, string>> = {
  timeout: 'the resolver did not answer in time',
  servfail: 'the resolver answered SERVFAIL',
  refused: 'the resolver refused the question',
  network: 'no resolver can be reached',
  malformed: 'the answer cannot be read',
  'bad-name': 'it is no name that can be asked for',
}

/** Why the DNS gave no answer. */
export const dnsWords = (reason: string): string => DNS_WORDS[reason] ?? reason
