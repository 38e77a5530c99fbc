/** Where the checklist of the installation stands. */
export const CHECKLIST = '/admin/setup'
