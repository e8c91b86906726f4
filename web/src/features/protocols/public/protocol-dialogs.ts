export { default, type OpenProtocolDialog } from '../actions/protocol-dialogs.tsx'
