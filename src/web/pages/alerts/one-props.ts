import type { Delivery, DeliveryState } from '../../../core/watching/destination.ts'
import type { DestinationView } from '../../../services/destinations/told.ts'
import type { Filled } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'
import type { AlertPlace } from './place.ts'

/** What the page of one webhook or channel is made of. */
export interface OneProps {
  site: Site
  place: AlertPlace
  one: DestinationView
  deliveries: { items: readonly Delivery[]; next?: string }
  asked: { state?: DeliveryState; after?: string }
  mayChange: boolean
  now: Date
  /** What was done, in a sentence. */
  done?: string
  /** The form that sends a range again. */
  filled: Filled
}
