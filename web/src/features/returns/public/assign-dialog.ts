export { default } from '../assign-dialog.tsx'
