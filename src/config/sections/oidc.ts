import { isName } from '../../core/access/account.ts'
import { isLoopback } from '../addresses.ts'
import { list, parsed, text, toggle } from '../kinds.ts'
import type { Section } from '../option.ts'

/** An issuer as OpenID Connect Discovery has it: no query, no fragment; without TLS on this machine alone. */
const issuer = (written: string) => {
  if (!URL.canParse(written)) return undefined
  const url = new URL(written)
  const isPlain = url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback({ host, port: 0 }))
  return isPlain && isSafe ? written : undefined
}

const line = (written: string) => (isName(written) ? written : undefined)
/** RFC 6749 3.3. */
const scope = (written: string) => (/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(written) ? written : undefined)
const group = (written: string) =>
  written !== '' && written.length <= 300 && !/\p{Cc}/u.test(written) ? written : undefined

const groupsOf = (role: string, more = '') =>
  list(
    {
      sentence: `Groups whose people get the role ${role} in account, at each of their sign-ins.${more}`,
      default: [],
      example: [`mailgauge-${role}s`],
    },
    'the name of a group',
    group,
  )

export const oidc = {
  sentence:
    'An OpenID Connect provider (Keycloak, authentik, Google and others) that people may sign in with. docs/sign-in.md says how it is set up there.',
  options: {
    issuer: parsed(
      {
        sentence:
          'The provider, by the issuer that its metadata name; with https, or http on this machine. Goes with client_id.',
        optional: 'nobody signs in with a provider',
        example: 'https://login.example.com/realms/main',
      },
      'an address such as "https://login.example.com/realms/main"',
      issuer,
    ),
    clientId: text({
      sentence: 'Who Mailgauge is there. Its redirect address there is <site.base_url>/sign-in/openid/back.',
      optional: 'nobody signs in with a provider',
      example: 'mailgauge',
    }),
    clientSecret: text({
      sentence: 'The secret of the client. Better as MAILGAUGE_OIDC_CLIENT_SECRET_FILE, the path of a file.',
      optional: 'the client is public: PKCE alone protects the sign-in',
      example: 'secret',
      secret: true,
    }),
    name: parsed(
      {
        sentence: 'What people call it: the button says "Continue with" and this.',
        default: 'single sign-on',
      },
      'a name of 1 to 100 characters',
      line,
    ),
    scopes: list(
      {
        sentence: 'What is asked for. openid has to be among them.',
        default: ['openid', 'email', 'profile'],
      },
      'a scope such as "email"',
      scope,
    ),
    createPeople: toggle({
      sentence:
        'Whether somebody whom nobody invited gets in at their first sign-in, where the provider says that their address is verified. They join account.',
      default: false,
    }),
    account: parsed(
      { sentence: 'The account that people of the provider join, by its name.', default: 'default' },
      'the name of an account',
      line,
    ),
    groupClaim: parsed(
      {
        sentence:
          'The claim that lists the groups of a person, or the path to it. Without it, or without groups below, new people become members and roles are given here.',
        optional: 'groups are not looked at',
        example: 'groups',
      },
      'the name of a claim such as "groups" or "realm_access.roles"',
      group,
    ),
    adminGroups: groupsOf('admin', ' Owners stay owners.'),
    memberGroups: groupsOf('member'),
    viewerGroups: groupsOf(
      'viewer',
      ' Where any of the three is set, who is in none of these groups cannot sign in with the provider.',
    ),
    disablePassword: toggle({
      sentence:
        'Whether nobody signs in with a password any more. Passkeys and the commands on the server (mailgauge admin) go on working.',
      default: false,
    }),
  },
} as const satisfies Section
