import type { ShownKey } from '../../../services/people/keys.ts'
import { Confirm } from '../../components/form/confirm.tsx'
import type { Site } from '../../site.ts'
import { KeyFacts } from './list.tsx'

interface AskProps {
  site: Site
  one: ShownKey
  now: Date
}

/** Asks before a key gets another secret. */
export function RotateDocument({ site, one, now }: AskProps) {
  const lede = (
    <>
      The key gets a new secret. The current one (<code>{one.prefix}…</code>) stops working at once: programs
      that use it are refused until you give them the new one. Name, scopes and expiry stay.
    </>
  )
  return (
    <Confirm
      site={site}
      title={`Rotate “${one.name}”?`}
      lede={lede}
      action={site.href.rotateKey(one.id)}
      button="Rotate the key"
      cancel={{ href: site.href.keys, words: 'Keep the current secret' }}
    >
      <input type="hidden" name="was" value={one.prefix} />
      <KeyFacts one={one} now={now} />
    </Confirm>
  )
}

/** Asks before a key ends. */
export function RevokeDocument({ site, one, now }: AskProps) {
  const lede = (
    <>
      The key <code>{one.prefix}…</code> stops working at once and for good. Tests that it created stay. This
      cannot be undone.
    </>
  )
  return (
    <Confirm
      site={site}
      title={`Revoke “${one.name}”?`}
      lede={lede}
      action={site.href.revokeKey(one.id)}
      button="Revoke the key"
      cancel={{ href: site.href.keys, words: 'Keep the key' }}
    >
      <KeyFacts one={one} now={now} />
    </Confirm>
  )
}
