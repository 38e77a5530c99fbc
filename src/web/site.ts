import { DEMO_DOMAIN } from '../services/samples/zone.ts'
import { siteAssets } from './assets/assets.ts'
import type { CatalogueEntry, WebDeps } from './deps.ts'
import { CHECKLIST } from './frame/checklist.ts'
import type { Ways } from './frame/ways.ts'
import { ADMIN_LINKS } from './links/admin.ts'
import { COMPARE_LINKS } from './links/compare.ts'
import { DMARC_LINKS } from './links/dmarc.ts'
import { DOMAIN_LINKS } from './links/domains.ts'
import { KEY_LINKS } from './links/keys.ts'
import { MAIL_LOG_LINKS } from './links/mail-log.ts'
import { MONITOR_LINKS } from './links/monitors.ts'
import { TEST_LINKS } from './links/tests.ts'
import type { Visitor } from './viewer.ts'

/** What every page knows of the place it stands in. All addresses of the site are made here. */
export interface Site {
  name: string
  version: string
  mailDomain: string
  /** Where the site is reached, without a slash at its end. */
  baseUrl: string
  anonymousTests: boolean
  /** Whether people sign in here. */
  hasPeople: boolean
  /** How they do. */
  ways: Ways
  checks: readonly CatalogueEntry[]
  /** Who looks at it. Absent: nobody who is signed in. */
  visitor?: Visitor
  /** Present only in evaluation. */
  smtpServer?: string
  /** Present only in evaluation: the domain of its samples, which every account may verify. */
  demoDomain?: string
  /** Present only in evaluation: what to type to run the program, in any folder. */
  program?: string
  stylesheet: string
  script: string
  href: Links &
    typeof KEY_LINKS &
    typeof ADMIN_LINKS &
    typeof TEST_LINKS &
    typeof COMPARE_LINKS &
    typeof DOMAIN_LINKS &
    typeof DMARC_LINKS &
    typeof MAIL_LOG_LINKS &
    typeof MONITOR_LINKS
}

function waysOf({ people }: WebDeps): Ways {
  const factors = people?.factors
  if (!factors) return { password: true, factors: false }
  const { passkeys, openId, hasPasswords } = factors
  return {
    password: hasPasswords,
    factors: true,
    ...(passkeys.party.kind === 'usable' && { passkeys: passkeys.party.origin }),
    ...(openId && { provider: openId.name }),
  }
}

const evaluationOf = ({ smtpServer, program }: NonNullable<WebDeps['evaluation']>) => ({
  smtpServer,
  program,
  demoDomain: DEMO_DOMAIN,
})

export interface Links {
  home: string
  favicon: string
  deleted: string
  docs: string
  /** Looks at a domain or an address: GET, `name`. */
  check: string
  /** Explains a bounce: POST, multipart, `text` or `message`. */
  bounce: string
  openApi: string
  signIn: string
  signOut: string
  /** Looks at another account: POST, `account`. */
  switchAccount: string
  /** Asks for the second factor. */
  code: string
  setup: string
  /** A link that resets a password stands below it. */
  reset: string
  signUp: string
  /** A link that confirms an address stands below it. */
  confirm: string
  me: string
  /** Where whoever took the instance over goes on. */
  afterSetup: string
  /** All accounts of whoever is signed in. */
  accounts: string
  /** The account that is looked at: plan, usage, name; below it export, leave, transfer and delete. */
  account: string
  /** Its people and invitations. */
  people: string
  /** Opens an invitation. */
  join(token: string): string
  test(token: string, messageId?: string): string
  events(token: string): string
  remove(token: string): string
  /** Takes a message file: POST, multipart, field `message`. */
  upload: string
  /** Says what the mail is: GET shows the form, POST takes `kind` (a MessageKind, or inferred) and `bulk` (yes, or left out). */
  kind(token: string): string
  /** The message made safe, for a frame with `sandbox`. */
  preview(token: string, messageId?: string): string
  sample(token: string, kind: 'clean' | 'bad'): string
  json(token: string, messageId?: string): string
}

export function createSite(deps: WebDeps): Site {
  const assets = siteAssets()
  const pinned = (messageId: string | undefined) => (messageId ? `?m=${encodeURIComponent(messageId)}` : '')
  return {
    name: deps.siteName,
    version: deps.version,
    mailDomain: deps.mailDomain,
    baseUrl: deps.baseUrl,
    anonymousTests: deps.anonymousTests,
    hasPeople: deps.people !== undefined,
    ways: waysOf(deps),
    checks: deps.checks,
    ...(deps.evaluation && evaluationOf(deps.evaluation)),
    stylesheet: assets.stylesheet.path,
    script: assets.script.path,
    href: {
      ...KEY_LINKS,
      ...ADMIN_LINKS,
      ...TEST_LINKS,
      ...COMPARE_LINKS,
      ...DOMAIN_LINKS,
      ...DMARC_LINKS,
      ...MAIL_LOG_LINKS,
      ...MONITOR_LINKS,
      home: '/',
      favicon: '/favicon.svg',
      deleted: '/deleted',
      docs: '/docs',
      check: '/check',
      bounce: '/bounce',
      openApi: '/openapi.json',
      signIn: '/sign-in',
      signOut: '/sign-out',
      switchAccount: '/switch',
      code: '/sign-in/code',
      setup: '/setup',
      reset: '/reset',
      signUp: '/sign-up',
      confirm: '/confirm',
      me: '/me',
      afterSetup: deps.doctor ? CHECKLIST : '/',
      accounts: '/accounts',
      account: '/settings/account',
      people: '/settings/people',
      join: (token) => `/join/${token}`,
      test: (token, messageId) => `/t/${token}${pinned(messageId)}`,
      events: (token) => `/t/${token}/events`,
      upload: '/upload',
      kind: (token) => `/t/${token}/kind`,
      preview: (token, messageId) => `/t/${token}/preview${pinned(messageId)}`,
      remove: (token) => `/t/${token}/delete`,
      sample: (token, kind) => `/t/${token}/samples/${kind}`,
      json: (token, messageId) => `/t/${token}.json${pinned(messageId)}`,
    },
  }
}
