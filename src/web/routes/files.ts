import { siteAssets } from '../assets/assets.ts'
import { FAVICON } from '../assets/favicon.ts'
import { file } from '../respond.ts'
import { by, type Route } from '../router.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
const ROBOTS =
  'User-agent: *\nDisallow: /t/\nDisallow: /sign-in\nDisallow: /sign-up\nDisallow: /reset\nDisallow: /confirm\nDisallow: /v1/\n'

export function fileRoutes(route: Route): void {
  for (const { path, type, body } of Object.values(siteAssets())) {
    route(path, { get: by('file', () => file(body, type, FOREVER)) })
  }
  const icon = by('file', () => file(FAVICON, 'image/svg+xml', A_DAY))
  route('/favicon.svg', { get: icon })
  route('/favicon.ico', { get: icon })
  route('/robots.txt', { get: by('file', () => file(ROBOTS, 'text/plain; charset=utf-8', A_DAY)) })
}
