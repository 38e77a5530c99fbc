import { Form } from '../../components/form/form.tsx'
import { AreaPage } from '../../components/frame/area.tsx'
import type { Site } from '../../site.ts'
import { DestinationFields, type FieldsProps } from './fields.tsx'
import { KIND_WORDS } from './words.ts'

interface ChangeProps extends Omit<FieldsProps, 'changing'> {
  site: Site
  id: string
  /** As it is called now. */
  name: string
  /** Where it leads, as far as that is shown. */
  shown: string
}

/** `…/<id>/change`: name, address and what is told. */
export function ChangeAlertDocument({ site, id, name, shown, ...props }: ChangeProps) {
  const { place, kind, filled } = props
  const one = place.links.one(id)
  return (
    <AreaPage
      site={site}
      area={place.area}
      within={place.links.list}
      title={`Change “${name}”`}
      lede={
        <>
          {KIND_WORDS[kind].name}, to <code>{shown}</code>. What waits to be sent to another address than the
          new one is dropped.
        </>
      }
    >
      <Form
        action={place.links.act(id, 'change')}
        button="Save the changes"
        cancel={{ href: one, words: 'Leave it as it is' }}
        filled={filled}
      >
        <DestinationFields {...props} changing />
      </Form>
    </AreaPage>
  )
}
