import type { DestinationView } from '../../../services/destinations/told.ts'
import { Confirm } from '../../components/form/confirm.tsx'
import type { Site } from '../../site.ts'
import { DestinationFacts } from './list.tsx'
import type { AlertPlace } from './place.ts'

interface AskProps {
  site: Site
  place: AlertPlace
  one: DestinationView
  now: Date
}

/** What a destination can be asked to stop, or to do anew. */
export const ASKED = ['rotate', 'disable', 'delete'] as const
export type Asked = (typeof ASKED)[number]

const WORDS: Readonly<Record<Asked, { title: string; lede: string; button: string; keep: string }>> = {
  rotate: {
    title: 'Rotate the secret of',
    lede: 'The webhook gets a new secret. For 24 hours each request has two signatures, one by the new secret and one by the current one, so that you can change your receiver without losing anything.',
    button: 'Rotate the secret',
    keep: 'Keep the current secret',
  },
  disable: {
    title: 'Turn off',
    lede: 'Nothing is sent there until it is turned on again. What waits to be sent is dropped; what happens meanwhile is not sent later.',
    button: 'Turn it off',
    keep: 'Leave it on',
  },
  delete: {
    title: 'Delete',
    lede: 'Its address, its secrets and the log of its deliveries are deleted, and nothing is sent there any more. This cannot be undone.',
    button: 'Delete it',
    keep: 'Keep it',
  },
}

/** By which a form is known that was made before another rotation. */
export const rotatedOf = ({ earlierSecretUntil }: DestinationView) =>
  earlierSecretUntil?.toISOString() ?? 'not lately'

/** Asks on a page of its own before something ends. */
export function AskAlertDocument({ site, place, one, now, what }: AskProps & { what: Asked }) {
  const { title, lede, button, keep } = WORDS[what]
  return (
    <Confirm
      site={site}
      title={`${title} “${one.name}”?`}
      lede={lede}
      action={place.links.act(one.id, what)}
      button={button}
      cancel={{ href: place.links.one(one.id), words: keep }}
    >
      {what === 'rotate' && <input type="hidden" name="was" value={rotatedOf(one)} />}
      <DestinationFacts one={one} now={now} />
    </Confirm>
  )
}
