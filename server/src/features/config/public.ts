/** The door of this feature: what others may call. */
export { type OrgLogo, readOrgLogo } from './org-logo.ts'
