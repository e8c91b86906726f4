export { ResolveDialog as default } from './public/resolve-dialog.tsx'
