import { Select } from '../../../components/form/choices.tsx'
import { BY_WORDS } from '../../../words/dmarc.ts'
import type { DmarcAsked } from '../asked.ts'

/** Who sends, or what reports count by. */
export function CountBy({ asked: { filled }, chosen }: { asked: DmarcAsked; chosen: string }) {
  return (
    <Select
      name="group_by"
      label="Count by"
      choices={[
        { value: '', words: 'Sender, by what to do' },
        ...Object.entries(BY_WORDS).map(([value, { words }]) => ({ value, words })),
      ]}
      chosen={chosen}
      filled={filled}
    />
  )
}
