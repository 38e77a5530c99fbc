/** Times come in UTC; here they become the reader's own, with UTC kept in the tooltip. */
export function showLocalTimes(part: ParentNode): void {
  const local = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  for (const time of part.querySelectorAll('time')) {
    const at = new Date(time.dateTime)
    if (Number.isNaN(at.getTime())) continue
    // Words stay words, with the reader's own time in the tooltip.
    const isWords = time.dataset['words'] !== undefined
    time.title = isWords ? local.format(at) : (time.textContent ?? '')
    if (!isWords) time.textContent = local.format(at)
  }
}

/** A time zone that nobody chose yet becomes the reader's own. */
export function fillInZones(part: ParentNode): void {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  for (const field of part.querySelectorAll<HTMLInputElement>('input[data-zone]'))
    if (field.defaultValue === 'UTC' && own) field.value = own
}
