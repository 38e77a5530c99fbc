import type { Store } from '../../../store/store.ts'

/** What people said of the sources of a domain's mail, in one page: nobody may say more than fits. */
export async function* sourceMarkLines(
  { sourceMarks }: Pick<Store, 'sourceMarks'>,
  domainId: string,
): AsyncGenerator<object[]> {
  const marks = await sourceMarks.of(domainId)
  if (marks.length > 0)
    yield marks.map(({ key, name, mark, at, by }) => ({ source: key, name, mark, at, by }))
}
