import { expect, test } from 'bun:test'
import { fixedKey } from '../../../../src/mail/authentication/dkim/fix-key.ts'
import { KEY_TXT, PUBLIC_KEY } from '../../../analysis/authentication/authentication-scene.ts'

const ED25519 = Buffer.alloc(32, 7).toString('base64')
const P = `k=rsa; p=${PUBLIC_KEY}`

test.each<[string, string, string | undefined]>([
  ['nothing to fix', KEY_TXT, undefined],
  ['v= misspelt', `v=dkim1; ${P}`, `v=DKIM1; ${P}`],
  ['v= behind', `${P}; v=DKIM1`, `v=DKIM1; ${P}`],
  ['testing', `v=DKIM1; t=y; ${P}`, `v=DKIM1; ${P}`],
  ['testing and strict', `v=DKIM1; t=y:s; ${P}`, `v=DKIM1; t=s; ${P}`],
  ['sha1 alone', `v=DKIM1; h=sha1; ${P}`, `v=DKIM1; h=sha1:sha256; ${P}`],
  [
    'sha1 beside sha256 is no fault, and stays',
    `v=DKIM1; h=sha1:sha256; t=y; ${P}`,
    `v=DKIM1; h=sha1:sha256; ${P}`,
  ],
  ['not for mail', `v=DKIM1; s=tlsrpt; ${P}`, `v=DKIM1; s=tlsrpt:email; ${P}`],
  [
    'all that is no fault stays',
    `v=DKIM1; n=a note; t=y:s; s=*; h=sha256; x=1; ${P}`,
    `v=DKIM1; n=a note; t=s; s=*; h=sha256; x=1; ${P}`,
  ],
  ['Ed25519 stays Ed25519', `k=ed25519; t=y; p=${ED25519}; v=DKIM1`, `v=DKIM1; k=ed25519; p=${ED25519}`],
  ['Ed25519 without its type', `v=DKIM1; p=${ED25519}`, `v=DKIM1; k=ed25519; p=${ED25519}`],
  ['Ed25519 named RSA', `v=DKIM1; k=rsa; p=${ED25519}`, `v=DKIM1; k=ed25519; p=${ED25519}`],
  [
    'RSA cut to 32 octets',
    `v=DKIM1; k=rsa; p=${Buffer.from(PUBLIC_KEY, 'base64').subarray(0, 32).toString('base64')}`,
    undefined,
  ],
  ['a type misspelt', `v=DKIM1; k=rsaa; p=${PUBLIC_KEY}`, `v=DKIM1; k=rsa; p=${PUBLIC_KEY}`],
  [
    'an RSA key named Ed25519',
    `v=DKIM1; k=ed25519; t=s; p=${PUBLIC_KEY}`,
    `v=DKIM1; k=rsa; t=s; p=${PUBLIC_KEY}`,
  ],
  ['a cut key named Ed25519', `v=DKIM1; k=ed25519; p=${PUBLIC_KEY.slice(0, 40)}`, undefined],
  ['another tag in k=', `v=DKIM1, k=rsa, n=a note, p=${PUBLIC_KEY}`, undefined],
  ['a tag twice', `v=DKIM1; ${P}; k=rsa`, `v=DKIM1; ${P}`],
  ['two keys in one', `v=DKIM1; ${P}; p=${ED25519}`, undefined],
  ['no semicolons', `v=DKIM1 k=rsa t=s p=${PUBLIC_KEY}`, `v=DKIM1; k=rsa; t=s; p=${PUBLIC_KEY}`],
  [
    'a semicolon in the key',
    `v=DKIM1; k=rsa; p=${PUBLIC_KEY.slice(0, 40)};${PUBLIC_KEY.slice(40)}`,
    undefined,
  ],
  ['quotes', `"v=DKIM1; ${P}"`, `v=DKIM1; ${P}`],
  ['revoked besides', 'v=DKIM1; t=y; p=', undefined],
  ['cut besides', `v=DKIM1; t=y; k=rsa; p=${PUBLIC_KEY.slice(0, 40)}`, undefined],
  ['too long', `v=DKIM1; t=y; ${P}; n=${'x'.repeat(5_000)}`, undefined],
  ['another record', 'v=spf1 -all', undefined],
])('%s', (_name, published, fixed) => {
  expect(fixedKey('s1._domainkey.example.org', published)).toBe(fixed as string)
})
