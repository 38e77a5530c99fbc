import type { Registry } from '../registry.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Requests to the API and the web site. */
export interface HttpMeter {
  /** `route`: the pattern of the path, never the path itself. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void
}

/** Event streams of live pages. */
export interface StreamMeter {
  opened(): void
  closed(): void
}

export function httpMeter(registry: Registry) {
  const limited = registry.counter({
    name: 'http_rate_limited_total',
    help: 'Requests that were answered 429, by whether the API or a page answered.',
    labels: { surface: ['api', 'web'] },
  })
  const streams = registry.gauge({ name: 'http_event_streams', help: 'Event streams that are open now.' })
  let open = 0
  streams.set(0)
  function change(by: number): void {
    open += by
    streams.set(open)
  }
  return {
    streams: { opened: () => change(1), closed: () => change(-1) } satisfies StreamMeter,
    /** For a server with these routes. */
    of(routes: readonly string[]): HttpMeter {
      const requests = registry.counter({
        name: 'http_requests_total',
        help: 'Requests by method, pattern of the path, and class of the status.',
        labels: { method: METHODS, route: routes, status: CLASSES },
      })
      const duration = registry.histogram(
        {
          name: 'http_request_duration_seconds',
          help: 'How long answers took, by pattern of the path; with ?wait an answer is held on purpose.',
          labels: { route: routes },
        },
        SECONDS,
      )
      return {
        answered({ method, route, status, seconds }) {
          requests.add(1, method, route, `${Math.floor(status / 100)}xx`)
          duration.observe(seconds, route)
          if (status === 429) limited.add(1, route.startsWith('/v1/') ? 'api' : 'web')
        },
      }
    },
  }
}
