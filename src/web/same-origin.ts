/** Whether an unsafe request comes from a page of this site: Sec-Fetch-Site where the browser sends it (https and
 * loopback), else Origin, which must name the configured site or the host that was asked. */
export function isSameOrigin(request: Request, baseUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = parsed(request.headers.get('origin'))
  if (!origin) return false
  return origin.origin === new URL(baseUrl).origin || origin.host === request.headers.get('host')
}

function parsed(text: string | null): URL | undefined {
  return text !== null && URL.canParse(text) ? new URL(text) : undefined
}
