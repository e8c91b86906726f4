export { AssignDialog as default } from '../assign-dialog.tsx'
