/** The door of this feature: what others may call (STYLE 5). */
export { type OrgLogo, readOrgLogo } from './org-logo.ts'
