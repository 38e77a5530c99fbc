import { askAgain } from './again.ts'
import { enableCopying } from './copy.ts'
import { followHash } from './fold.ts'
import { followTest } from './live.ts'
import { showOnce } from './once.ts'
import { enablePasskeys } from './passkeys.ts'
import { closeMenus, fillFromFragment, showProblems } from './people.ts'
import { enablePrinting } from './print-page.ts'
import { enableShortcuts } from './shortcuts.ts'
import { fillInZones, showLocalTimes } from './times.ts'

/** Brings a part of the page to life that came from the server. */
function enliven(part: ParentNode): void {
  enableCopying(part)
  showLocalTimes(part)
  fillInZones(part)
}

enliven(document)
followHash()
enableShortcuts()
closeMenus()
enablePasskeys()
enablePrinting()
showProblems()
showOnce(document)
askAgain(enliven)
fillFromFragment()
followTest(enliven)
