import { plainName, readAddress } from '../../core/mailbox.ts'

/** Something to do, as a link. */
interface Action {
  label: string
  link: string
}

/** What a message says, once for the text and for the HTML. */
export interface Words {
  subject: string
  /** Each a paragraph. */
  before: readonly string[]
  action?: Action
  after: readonly string[]
}

/** The service as its mail names it. */
export interface Sender {
  siteName: string
  baseUrl: string
}

interface Linked {
  /** Where the button leads: an address of this service. */
  link: string
  /** How long it works, in words: `1 hour`. */
  validFor: string
}

/** What each message has to know. Names are those that people chose, as they were typed. */
export interface MessageFacts {
  test: Record<never, never>
  'password-reset': Linked & { email: string }
  invitation: Linked & { account: string; role: string; invitedBy?: string }
  confirmation: Linked & { email: string }
  'has-account': { link: string; email: string }
  /** What happened, in plain words, for whoever asked to be told. `channel`: what the destination is called. */
  alert: { title: string; lines: readonly string[]; channel: string; link?: string; label?: string }
}

export type MessageName = keyof MessageFacts

export const MESSAGE_NAMES = [
  'test',
  'password-reset',
  'invitation',
  'confirmation',
  'has-account',
  'alert',
] as const satisfies readonly MessageName[]

/** What a message says to its reader. */
export function wordsOf<N extends MessageName>(name: N, facts: MessageFacts[N], sender: Sender): Words {
  const site = plainName(sender.siteName, LONGEST_NAME)
  return MESSAGES[name]({ ...facts, ...linkOf(facts, sender) }, site)
}

type Compose<N extends MessageName> = (facts: MessageFacts[N], site: string) => Words

const MESSAGES: { [N in MessageName]: Compose<N> } = {
  test: (_, site) => ({
    subject: `Test message from ${site}`,
    before: [
      `This message shows that ${site} can send mail: the relay took it and it was delivered to you.`,
      'Password resets, invitations and address confirmations are sent the same way.',
    ],
    after: ['It was sent by the command "mailgauge relay test". You need not do anything.'],
  }),

  'password-reset': ({ email, link, validFor }, site) => ({
    subject: `Reset your ${site} password`,
    before: [
      `Somebody asked to reset the ${site} password of ${shown(email)}. To choose a new password, open this link within ${validFor}. It works once.`,
    ],
    action: { label: 'Reset password', link },
    after: ['If this was not you, ignore this message. Your password stays as it is.'],
  }),

  invitation: ({ account, role, invitedBy, link, validFor }, site) => ({
    subject: `Invitation to ${named(account) ?? 'an account'} on ${site}`,
    before: [
      `${named(invitedBy) ?? readAddress(invitedBy ?? '') ?? 'Somebody'} invited you to ${quoted(account)} on ${site}, as ${article(role)}. To accept, open this link within ${validFor}. It works once.`,
    ],
    action: { label: 'Accept invitation', link },
    after: ['If you did not expect this, ignore this message. You join only if you accept.'],
  }),

  confirmation: ({ email, link, validFor }, site) => ({
    subject: `Confirm your address for ${site}`,
    before: [
      `Somebody entered ${shown(email)} at ${site}. To confirm that the address is yours, open this link within ${validFor}. It works once.`,
    ],
    action: { label: 'Confirm address', link },
    after: ['If this was not you, ignore this message. The address is not used until it is confirmed.'],
  }),

  'has-account': ({ email, link }, site) => ({
    subject: `You already sign in at ${site}`,
    before: [
      `Somebody tried to sign up at ${site} with ${shown(email)}. You already sign in with this address, so nothing was changed. If it was you, sign in instead. You can reset your password on the same page.`,
    ],
    action: { label: 'Sign in', link },
    after: ['If this was not you, ignore this message. Whoever tried was not told that you sign in here.'],
  }),

  alert: ({ title, lines, channel, link, label = 'Open' }, site) => ({
    subject: title,
    before: lines,
    ...(link !== undefined && { action: { label, link } }),
    after: [
      `${site} sends this to the alert channel ${named(channel) ?? 'of this address'}. What it sends, and whether, is set in ${site} under Alerts.`,
    ],
  }),
}

const LONGEST_NAME = 60

/** Names that carry an address somewhere else make an invitation an advertisement: they are not repeated. */
const CARRIES_ADDRESS = /[@/\\<>[\](){}]|\bwww\./i

function named(name = ''): string | undefined {
  const plain = plainName(name, LONGEST_NAME)
  return plain === '' || CARRIES_ADDRESS.test(plain) ? undefined : plain
}

function quoted(name: string): string {
  const shownName = named(name)
  return shownName === undefined ? 'an account' : `the account “${shownName}”`
}

const article = (role: string) => (/^[aeiou]/i.test(role) ? `an ${role}` : `a ${role}`)

/** An address as a reader knows it again. */
const shown = (email: string) => plainName(email, 254)

/** A link that leads anywhere but here is a fault of ours, and never sent. */
function linkOf(facts: { link?: string }, { baseUrl }: Sender): { link?: string } {
  if (facts.link === undefined) return {}
  const link = URL.parse(facts.link)
  if (!link || link.origin !== new URL(baseUrl).origin || link.username !== '' || link.password !== '')
    throw new Error('a link in our own mail leads to this service')
  return { link: link.href }
}
