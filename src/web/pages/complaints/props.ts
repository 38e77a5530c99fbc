import type { ComplaintOverview, Complaints, KeptLetter } from '../../../services/complaints/complaints.ts'
import type { DmarcPlace } from '../dmarc/asked.ts'

/** What the page of complaints shows. */
export interface ComplaintsProps {
  place: DmarcPlace
  overview: ComplaintOverview
  letters: readonly KeptLetter[]
  loops: Complaints['loops']
}
