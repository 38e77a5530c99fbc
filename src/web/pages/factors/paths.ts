/** The pages on which people change how they sign in. */
export const TWO_FACTOR = {
  path: '/me/two-factor',
  setUp: '/me/two-factor/set-up',
  codes: '/me/two-factor/codes',
  off: '/me/two-factor/off',
} as const

export const PASSKEYS = {
  path: '/me/passkeys',
  options: '/me/passkeys/options',
  of: (id: string) => `/me/passkeys/${encodeURIComponent(id)}`,
  rename: (id: string) => `/me/passkeys/${encodeURIComponent(id)}/rename`,
  remove: (id: string) => `/me/passkeys/${encodeURIComponent(id)}/remove`,
} as const

export const OPEN_ID = {
  /** Leads to the provider: GET, `next`. */
  begin: '/sign-in/openid',
  back: '/sign-in/openid/back',
  path: '/me/openid',
  link: '/me/openid/link',
  unlink: '/me/openid/unlink',
  /** Links what waited for a sign-in. */
  waiting: '/me/openid/waiting',
} as const

export const SECOND_STEP = {
  path: '/sign-in/code/passkey',
  options: '/sign-in/code/options',
} as const

export const PASSKEY_SIGN_IN = {
  path: '/sign-in/passkey',
  options: '/sign-in/passkey/options',
} as const
