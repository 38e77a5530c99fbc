import { worstFirst } from '../../../services/doctor/finding.ts'
import type { WebDeps } from '../../deps.ts'
import { CHECKLIST } from '../../frame/checklist.ts'
import { ChecklistDocument } from '../../pages/checklist/checklist.tsx'
import { ownPage, seeOther } from '../../respond.ts'
import { by, type Handler, type Route } from '../../router.ts'

/** What the installation still needs, for the instance's administrators. */
export function checklistRoutes(route: Route, { doctor }: Required<Pick<WebDeps, 'doctor'>>): void {
  const show: Handler<'instance.read'> = async ({ site }) =>
    ownPage(<ChecklistDocument site={site} findings={worstFirst(await doctor.examine())} />)

  const again: Handler<'instance.read'> = async () => {
    await doctor.examine(true)
    return seeOther(CHECKLIST)
  }

  route(CHECKLIST, { get: by('instance.read', show), post: by('instance.read', again) })
}
