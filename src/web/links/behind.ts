/** The address of a page of a list: the one behind `after`, or the first, of what a search found. */
export function behind(path: string, after: string | undefined, search: string): string {
  const asked = { ...(search !== '' && { search }), ...(after !== undefined && { after }) }
  const query = new URLSearchParams(asked).toString()
  return query === '' ? path : `${path}?${query}`
}
