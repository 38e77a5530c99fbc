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
    time.title = time.textContent ?? ''
    time.textContent = local.format(at)
  }
}
