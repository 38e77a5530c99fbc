import { DESTINATION_KINDS } from '../../../core/watching/destination-kind.ts'
import { Form } from '../../components/form/form.tsx'
import { AreaPage } from '../../components/frame/area.tsx'
import type { Site } from '../../site.ts'
import { DestinationFields, type FieldsProps } from './fields.tsx'
import type { AlertPlace } from './place.ts'
import { KIND_WORDS } from './words.ts'

/** `…/new`: which kind it is to be. */
export function KindsDocument({ site, place }: { site: Site; place: AlertPlace }) {
  return (
    <AreaPage
      site={site}
      area={place.area}
      within={place.links.list}
      title="Add a webhook or channel"
      lede="Where should events be sent?"
    >
      <ul class="plain cards">
        {DESTINATION_KINDS.map((kind) => (
          <li key={kind} class="card">
            <h2>
              <a href={place.links.newOf(kind)}>{KIND_WORDS[kind].name}</a>
            </h2>
            <p>{KIND_WORDS[kind].means}</p>
          </li>
        ))}
      </ul>
    </AreaPage>
  )
}

interface NewProps extends Omit<FieldsProps, 'changing'> {
  site: Site
}

/** `…/new?kind=`: asks for the rest. */
export function NewAlertDocument({ site, ...props }: NewProps) {
  const { place, kind, filled } = props
  return (
    <AreaPage
      site={site}
      area={place.area}
      within={place.links.list}
      title={KIND_WORDS[kind].add}
      lede={KIND_WORDS[kind].means}
    >
      <Form
        action={place.links.newOf(kind)}
        button={KIND_WORDS[kind].add}
        cancel={{ href: place.links.new, words: 'Another kind' }}
        filled={filled}
      >
        <DestinationFields {...props} changing={false} />
      </Form>
    </AreaPage>
  )
}
