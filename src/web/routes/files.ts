import type { Elysia } from 'elysia'
import { createAssets } from '../assets/assets.ts'
import { FAVICON } from '../assets/favicon.ts'
import { file } from '../respond.ts'
import type { Router } from '../router.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
const ROBOTS = 'User-agent: *\nDisallow: /t/\nDisallow: /v1/\n'

export function fileRoutes(app: Elysia, route: Router): void {
  for (const { path, type, body } of Object.values(createAssets())) {
    route(app, path, { get: () => file(body, type, FOREVER) })
  }
  const icon = () => file(FAVICON, 'image/svg+xml', A_DAY)
  route(app, '/favicon.svg', { get: icon })
  route(app, '/favicon.ico', { get: icon })
  route(app, '/robots.txt', { get: () => file(ROBOTS, 'text/plain; charset=utf-8', A_DAY) })
}
