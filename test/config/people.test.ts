import { describe, expect, test } from 'bun:test'
import { configOf, load, problemsOf } from './loading.ts'

const DOMAIN = '[smtp]\ndomain = "in.example.com"\n'
const people = (lines: string) => `${DOMAIN}[people]\n${lines}\n`
const DAY = 86_400_000

describe('[people]', () => {
  test('is not needed', () => {
    expect(configOf(DOMAIN).people).toEqual({
      signup: 'invite',
      createAccounts: false,
      sessionIdle: 14 * DAY,
      sessionLifetime: 90 * DAY,
      invitationLifetime: 7 * DAY,
      auditRetention: 400 * DAY,
    })
  })

  test.each([
    [
      'signup = "open"',
      'people.signup: "open" confirms addresses by mail. Set relay.host and relay.from, or use "invite".',
    ],
    [
      'session_idle = "2 days"\nsession_lifetime = "1 day"',
      'people.session_idle: must not be longer than people.session_lifetime.',
    ],
    ['admin_email = "you@example.com"', 'people.admin_password: must be set, because people.admin_email is.'],
    [
      'admin_password = "long enough it is"',
      'people.admin_email: must be set, because people.admin_password is.',
    ],
  ])('%j', (lines, problem) => {
    expect(problemsOf({ file: people(lines) })).toEqual([problem])
  })

  test('open sign-up goes with a relay', () => {
    const relay = '[relay]\nhost = "smtp.example.com"\nfrom = "a@example.com"\n'
    expect(configOf(people('signup = "open"') + relay).people.signup).toBe('open')
  })

  test.each(['nobody', 'a@b@c.example', 'zoë@example.com', 'a b@example.com'])(
    'admin_email = %j',
    (address) => {
      const [problem] = problemsOf({
        file: people(`admin_email = "${address}"\nadmin_password = "0123456789"`),
      })
      expect(problem).toStartWith('people.admin_email (mailgauge.toml, line 4): expected an address in ASCII')
    },
  )

  test('a password that is too short stops the start, and is never told', () => {
    const [problem = ''] = problemsOf({
      file: DOMAIN,
      environment: {
        MAILGAUGE_PEOPLE_ADMIN_EMAIL: 'you@example.com',
        MAILGAUGE_PEOPLE_ADMIN_PASSWORD: 'shortone',
      },
    })
    expect(problem).toContain('expected a password of at least 10 characters')
    expect(problem).not.toContain('shortone')
  })

  test('the password comes from a file, and is masked', () => {
    const loaded = load({
      file: DOMAIN,
      files: { '/run/secret': 'a password from a file\n' },
      environment: {
        MAILGAUGE_PEOPLE_ADMIN_EMAIL: 'You@Example.com',
        MAILGAUGE_PEOPLE_ADMIN_PASSWORD_FILE: '/run/secret',
      },
    })
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
    expect(loaded.config.people).toMatchObject({
      adminEmail: 'You@example.com',
      adminPassword: 'a password from a file',
    })
    const setting = loaded.settings.find(({ name }) => name === 'people.admin_password')
    expect(setting?.secret).toBe(true)
  })
})
