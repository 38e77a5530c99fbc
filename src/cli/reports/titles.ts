import { CHECK_WORDS } from '../../analysis/telling/check-words.ts'

/** As wide as the titles of most checks. */
export const TITLE_WIDTH = 21

/** What people call a check, as on its page; its name for one that this version does not know. */
export const titleOf = (name: string) => CHECK_WORDS.get(name)?.title ?? name

/** An advice that points to a check by its title. */
export function pointing(advice: string): string {
  return advice.replace(/(?<= The check )[a-z0-9-]{1,64}(?= says how)/g, titleOf)
}
