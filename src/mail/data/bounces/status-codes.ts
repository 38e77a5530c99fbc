/** What a code of IANA's registry stands for. */
export interface StatusCode {
  cause:
    | 'no such recipient'
    | 'recipient inactive'
    | 'mailbox full'
    | 'message too large'
    | 'authentication'
    | 'reverse dns'
    | 'rate'
    | 'content'
    | 'policy'
    | 'relaying'
    | 'routing'
    | 'tls'
    | 'protocol'
    | 'receiver trouble'
    | 'unknown'
  means: string
  does?: string
  checks?: readonly string[]
}

const AUTH = ['spf', 'dkim', 'dmarc'] as const

/** SMTP Enhanced Status Codes of IANA (https://www.iana.org/assignments/smtp-enhanced-status-codes), RFC 3463 and those that it names; read in November 2026.
 * Codes that receivers use for anything at all (X.0.0, X.5.0, X.7.0, X.7.1) tell no cause. */
export const STATUS_CODES: Readonly<Record<string, StatusCode>> = {
  'X.0.0': { cause: 'unknown', means: 'an undefined status' },
  'X.1.0': { cause: 'unknown', means: 'another problem with an address' },
  'X.1.1': {
    cause: 'no such recipient',
    means: 'a mailbox that does not exist',
    does: 'Check the address for typing errors; remove it from your lists if it is right.',
  },
  'X.1.2': {
    cause: 'no such recipient',
    means: 'a domain that does not exist or takes no mail',
    does: 'Check the part behind the @ for typing errors.',
  },
  'X.1.3': {
    cause: 'no such recipient',
    means: 'an address that is written wrongly',
    does: 'Check how the address is written.',
  },
  'X.1.4': {
    cause: 'no such recipient',
    means: 'an address that fits several recipients',
    does: 'Ask the recipient for the full address.',
  },
  'X.1.5': { cause: 'unknown', means: 'a valid recipient' },
  'X.1.6': {
    cause: 'recipient inactive',
    means: 'a mailbox that has moved, without a new address',
    does: 'Ask the recipient for the new address, and remove the old one.',
  },
  'X.1.7': {
    cause: 'protocol',
    means: 'a sender’s address that is written wrongly',
    does: 'Check how the envelope sender (MAIL FROM) is written.',
  },
  'X.1.8': {
    cause: 'policy',
    means: 'a sender’s domain that does not exist or takes no mail',
    does: 'Give the domain of the envelope sender an MX or A record.',
    checks: ['mx'],
  },
  'X.1.9': { cause: 'unknown', means: 'a message that was handed to a system that sends no notices' },
  'X.1.10': {
    cause: 'no such recipient',
    means: 'a domain that takes no mail at all (null MX, RFC 7505)',
    does: 'Check the part behind the @: the domain says that it takes no mail.',
  },
  'X.2.0': { cause: 'unknown', means: 'another problem with the mailbox' },
  'X.2.1': {
    cause: 'recipient inactive',
    means: 'a mailbox that is disabled and takes no messages',
    does: 'Remove the address if it stays so.',
  },
  'X.2.2': {
    cause: 'mailbox full',
    means: 'a mailbox that is full',
    does: 'Tell the recipient by another way; remove the address if it stays full for weeks.',
  },
  'X.2.3': {
    cause: 'message too large',
    means: 'a message larger than the recipient may get',
    does: 'Send a smaller message.',
    checks: ['size'],
  },
  'X.2.4': { cause: 'receiver trouble', means: 'a mailing list that could not be expanded' },
  'X.3.0': { cause: 'unknown', means: 'another problem of the receiving mail system' },
  'X.3.1': { cause: 'receiver trouble', means: 'a mail system that has no space left' },
  'X.3.2': { cause: 'receiver trouble', means: 'a system that takes no messages from the network now' },
  'X.3.3': { cause: 'protocol', means: 'a system that cannot do what the message asks for' },
  'X.3.4': {
    cause: 'message too large',
    means: 'a message larger than the system takes',
    does: 'Send a smaller message.',
    checks: ['size'],
  },
  'X.3.5': { cause: 'receiver trouble', means: 'a system that is configured wrongly' },
  'X.3.6': { cause: 'unknown', means: 'a changed priority of the message' },
  'X.4.0': { cause: 'routing', means: 'another problem of the network or the route' },
  'X.4.1': {
    cause: 'routing',
    means: 'no answer from the host',
    does: 'Check that the receiver’s mail servers can be reached from yours on port 25.',
  },
  'X.4.2': {
    cause: 'routing',
    means: 'a connection that broke',
    does: 'Check whether a firewall or a lost connection is in the way.',
  },
  'X.4.3': { cause: 'routing', means: 'a directory or name server that did not answer' },
  'X.4.4': {
    cause: 'routing',
    means: 'a route that could not be found',
    does: 'Check the part behind the @, and the MX records of that domain.',
  },
  'X.4.5': { cause: 'receiver trouble', means: 'a mail system that is congested' },
  'X.4.6': { cause: 'routing', means: 'a loop', does: 'Look for forwardings that lead back to each other.' },
  'X.4.7': {
    cause: 'routing',
    means: 'a message that could not be delivered in time',
    does: 'Read what each try was answered: the cause is in the earlier answers.',
  },
  'X.5.0': { cause: 'unknown', means: 'another problem of the protocol' },
  'X.5.1': { cause: 'protocol', means: 'a command out of order or not known' },
  'X.5.2': { cause: 'protocol', means: 'a syntax error' },
  'X.5.3': { cause: 'unknown', means: 'too many recipients' },
  'X.5.4': { cause: 'unknown', means: 'wrong arguments of a command' },
  'X.5.5': { cause: 'unknown', means: 'a wrong version of the protocol' },
  'X.5.6': { cause: 'unknown', means: 'an authentication line that is too long' },
  'X.6.0': { cause: 'content', means: 'another problem with the content' },
  'X.6.1': { cause: 'content', means: 'a kind of content that is not supported' },
  'X.6.2': { cause: 'content', means: 'content that would have to be converted, which is prohibited' },
  'X.6.3': { cause: 'content', means: 'content that would have to be converted, which is not supported' },
  'X.6.4': { cause: 'content', means: 'content that was converted with losses' },
  'X.6.5': { cause: 'content', means: 'content that could not be converted' },
  'X.6.6': { cause: 'content', means: 'content that is not available' },
  'X.6.7': {
    cause: 'protocol',
    means: 'an address outside ASCII, which the receiver does not take',
    does: 'Use an address in ASCII: a server on the way has no SMTPUTF8 (RFC 6531).',
  },
  'X.6.8': { cause: 'protocol', means: 'a UTF-8 string that is required or not permitted' },
  'X.6.9': { cause: 'protocol', means: 'a UTF-8 header that the receiver does not take' },
  'X.6.10': { cause: 'unknown', means: 'a code that is no longer used' },
  'X.7.0': { cause: 'unknown', means: 'another matter of security or policy' },
  'X.7.1': {
    cause: 'unknown',
    means: 'a delivery that is not authorized; receivers use it for nearly every refusal',
  },
  'X.7.2': {
    cause: 'policy',
    means: 'a sender who may not write to that list',
    does: 'Ask the owner of the list to be allowed.',
  },
  'X.7.3': { cause: 'policy', means: 'a conversion of security that is not possible' },
  'X.7.4': { cause: 'protocol', means: 'a feature of security that is not supported' },
  'X.7.5': { cause: 'protocol', means: 'a cryptographic failure' },
  'X.7.6': { cause: 'protocol', means: 'a cryptographic algorithm that is not supported' },
  'X.7.7': { cause: 'content', means: 'a message whose integrity is broken' },
  'X.7.8': {
    cause: 'relaying',
    means: 'credentials that are wrong',
    does: 'Check the user name and password of your outgoing mail.',
  },
  'X.7.9': { cause: 'relaying', means: 'an authentication mechanism that is too weak' },
  'X.7.10': {
    cause: 'tls',
    means: 'encryption that is needed',
    does: 'Turn on TLS for outgoing mail.',
    checks: ['tls'],
  },
  'X.7.11': {
    cause: 'tls',
    means: 'encryption that is required for the authentication asked for',
    does: 'Turn on TLS for outgoing mail.',
    checks: ['tls'],
  },
  'X.7.12': { cause: 'relaying', means: 'a password that has to be changed' },
  'X.7.13': { cause: 'relaying', means: 'a user account that is disabled' },
  'X.7.14': { cause: 'relaying', means: 'a trust relationship that is required' },
  'X.7.15': { cause: 'policy', means: 'a priority that is too low' },
  'X.7.16': { cause: 'message too large', means: 'a message too large for its priority' },
  'X.7.17': {
    cause: 'no such recipient',
    means: 'a mailbox whose owner has changed (RFC 7293)',
    does: 'Remove the address: somebody else has it now.',
  },
  'X.7.18': {
    cause: 'no such recipient',
    means: 'a domain whose owner has changed (RFC 7293)',
    does: 'Remove the address: somebody else has the domain now.',
  },
  'X.7.19': { cause: 'unknown', means: 'a test of the owner that could not be made (RRVS)' },
  'X.7.20': {
    cause: 'authentication',
    means: 'no DKIM signature that passes',
    does: 'Sign with DKIM.',
    checks: ['dkim'],
  },
  'X.7.21': {
    cause: 'authentication',
    means: 'no DKIM signature that is acceptable',
    does: 'Sign with DKIM, with a key of at least 1024 bits.',
    checks: ['dkim'],
  },
  'X.7.22': {
    cause: 'authentication',
    means: 'no DKIM signature of the author’s domain that passes',
    does: 'Sign with DKIM for the domain in From.',
    checks: ['dkim'],
  },
  'X.7.23': {
    cause: 'authentication',
    means: 'an SPF check that failed',
    does: 'Add the sending server to the SPF record of the envelope sender’s domain.',
    checks: ['spf'],
  },
  'X.7.24': {
    cause: 'authentication',
    means: 'an SPF check that ended in an error',
    does: 'Repair the SPF record of the envelope sender’s domain.',
    checks: ['spf'],
  },
  'X.7.25': {
    cause: 'reverse dns',
    means: 'a reverse DNS check that failed',
    does: 'Give the sending address a PTR record whose name leads back to it.',
    checks: ['reverse-dns'],
  },
  'X.7.26': {
    cause: 'authentication',
    means: 'several authentication checks that failed',
    does: 'Make SPF and DKIM pass.',
    checks: AUTH,
  },
  'X.7.27': {
    cause: 'policy',
    means: 'a sender’s domain with a null MX, which takes no mail',
    does: 'Use an envelope sender whose domain takes mail.',
    checks: ['mx'],
  },
  'X.7.28': { cause: 'rate', means: 'a flood of mail', does: 'Send more slowly.' },
  'X.7.29': {
    cause: 'authentication',
    means: 'an ARC validation that failed',
    does: 'Make SPF or DKIM pass without the forwarder.',
    checks: ['arc', ...AUTH],
  },
  'X.7.30': { cause: 'tls', means: 'REQUIRETLS, which the receiver does not support' },
}
