export { CheckDialog as default } from '../checking/check-dialog.tsx'
