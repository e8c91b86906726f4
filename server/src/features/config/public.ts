/** Public interface of this feature. */
export { type OrgLogo, readOrgLogo } from './org-logo.ts'
