import type { SpfRepair } from '../../../../../src/mail/authentication/spf/repair/repair.ts'

/** Names and records that a repair publishes. */
export function textsOf(repair: SpfRepair | undefined): [name: string, text: string][] {
  return (repair?.changes ?? []).flatMap((change) =>
    change.kind === 'dns'
      ? [[change.name, change.records.join('').replaceAll('" "', '').slice(1, -1)] as [string, string]]
      : [],
  )
}
