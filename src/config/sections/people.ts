import { isPassword } from '../../core/access/password.ts'
import { emailKey } from '../../core/access/person.ts'
import { readAddress } from '../../core/mailbox.ts'
import { choice, duration, parsed, toggle } from '../kinds.ts'
import type { Section } from '../option.ts'

const SIGN_UPS = ['closed', 'invite', 'open'] as const

/** An address that can be somebody's to sign in with. */
const signInAddress = (written: string) =>
  emailKey(written) === undefined ? undefined : readAddress(written)

export const people = {
  sentence: 'People who sign in to the dashboard: who may join, and how long they stay signed in.',
  options: {
    signup: choice(
      {
        sentence:
          'Who may sign up. closed: nobody; mailgauge admin create and the instance admins add people, and an invitation is for those who are here already. invite: whoever has an invitation to an account. open: everybody, after confirming their address by mail; needs [relay].',
        default: 'invite',
      },
      SIGN_UPS,
    ),
    createAccounts: toggle({
      sentence:
        'Whether people who are signed in may create accounts of their own. Instance admins always may.',
      default: false,
    }),
    sessionIdle: duration(
      { sentence: 'Who does nothing for so long is signed out.', default: '14 days' },
      { min: '5 minutes', max: '365 days' },
    ),
    sessionLifetime: duration(
      { sentence: 'Who signed in so long ago signs in again, whatever they do.', default: '90 days' },
      { min: '10 minutes', max: '365 days' },
    ),
    invitationLifetime: duration(
      { sentence: 'How long an invitation can be accepted.', default: '7 days' },
      { min: '1 hour', max: '90 days' },
    ),
    auditRetention: duration(
      {
        sentence: 'How long entries of the audit log are kept.',
        default: '400 days',
      },
      { min: '1 day', max: '3650 days' },
    ),
    adminEmail: parsed(
      {
        sentence:
          'For a start without a person in front: the address of the first instance admin, who is made at the start while there is none. Afterwards it changes nothing. Goes with admin_password.',
        optional: 'the first admin is made with the set-up link, or by mailgauge admin create',
        example: 'you@example.com',
      },
      'an address in ASCII such as "you@example.com"',
      signInAddress,
    ),
    adminPassword: parsed(
      {
        sentence:
          'Their password, of 10 characters or more. Better as MAILGAUGE_PEOPLE_ADMIN_PASSWORD_FILE, the path of a file that holds it.',
        optional: 'the first admin is made with the set-up link, or by mailgauge admin create',
        example: 'secret-of-10-characters',
        secret: true,
      },
      'a password of at least 10 characters and at most 1024 bytes',
      (written) => (isPassword(written) ? written : undefined),
    ),
  },
} as const satisfies Section
