import type { Config } from '../../config/config.ts'
import type { Later } from '../parts.ts'
import { openSickness, type SicknessParts } from './open-sickness.ts'
import { openTelling, type TellingParts } from './open-telling.ts'

/** Tells destinations of what happens, and administrators of what is wrong with the service. */
export function openAlerts(config: Config, shared: TellingParts & SicknessParts, later: Later) {
  const telling = openTelling(config, shared, later)
  const startSickness = openSickness(config, { ...shared, ...telling }, later)
  return {
    ...telling,
    start() {
      telling.start()
      startSickness()
    },
  }
}
