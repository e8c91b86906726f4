/** The door of this feature: what others may call (STYLE 5). */
export { readOrgLogo } from './org-logo.ts'
